// Takes small buffers from the stack and large ones from the heap, and frees only those from the heap.
// verdict: safe
#include <alloca.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar() % 8 + 1;
    char *block = 0;
    char *buffer = count < 4 ? alloca(4) : (block = malloc(8));
    if (!buffer)
        return 1;
    buffer[count - 1] = 0;
    free(block);
    return 0;
}
