// Clears an array through a pointer that goes one element too far.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000)
        return 0;
    int *array = malloc(size * sizeof *array);
    if (!array)
        return 1;
    for (int *at = array; at <= array + size; at++)
        *at = 0; // BUG: out-of-bounds
    for (int i = 0, j = size - 1; i < j; i++, j--) {
        int kept = array[i];
        array[i] = array[j];
        array[j] = kept;
    }
    free(array);
    return 0;
}
