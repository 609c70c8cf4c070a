// An array of any length is filled by recursion.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void fill(int *array, int from, int to)
{
    if (from < to) {
        array[from] = from;
        fill(array, from + 1, to);
    }
}

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length <= 0 || length > 1000)
        return 0;
    int *array = malloc(length * sizeof *array);
    if (!array)
        return 0;
    fill(array, 0, length);
    free(array);
    return 0;
}
