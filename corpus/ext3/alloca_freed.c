// Takes small buffers from the stack and large ones from the heap, and frees both.
// verdict: unsafe
#include <alloca.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar() % 8 + 1;
    char *buffer = count < 4 ? alloca(count) : malloc(count);
    if (!buffer)
        return 1;
    buffer[count - 1] = 0;
    free(buffer); // BUG: invalid-free
    return 0;
}
