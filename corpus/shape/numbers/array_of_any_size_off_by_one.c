// An array of any size is changed from behind its end.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100000)
        return 0;
    int *array = malloc(size * sizeof *array);
    if (!array)
        return 1;
    for (int i = 0; i < size; i++)
        array[i] = i;
    for (int i = size; i >= 0; i--)
        array[i] = -array[i]; // BUG: out-of-bounds
    free(array);
    return 0;
}
