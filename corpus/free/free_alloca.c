// Frees memory that alloca gave.
// verdict: unsafe
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    char *p = alloca(8);
    p[0] = 1;
    free(p); // BUG: invalid-free
    return 0;
}
