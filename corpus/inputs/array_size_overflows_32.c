// The size of an array is an input, and the product wraps around on a 32-bit machine.
// verdict: unsafe
// args: -m32
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    a[2] = 1; // BUG: out-of-bounds
    free(a);
    return 0;
}
