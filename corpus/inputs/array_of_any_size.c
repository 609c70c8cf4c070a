// Allocates an array whose size is an input and fills it.
// verdict: safe
#include <stdlib.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    size_t n = __VERIFIER_nondet_ushort();
    int *a = malloc(n * sizeof *a + 1);
    if (!a)
        return 1;
    for (size_t i = 0; i < n; i++)
        a[i] = (int)i;
    free(a);
    return 0;
}
