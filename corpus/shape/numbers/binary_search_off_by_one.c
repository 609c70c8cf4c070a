// Looks for a number in an array of any size, and behind it.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000)
        return 0;
    int *array = malloc(size * sizeof *array);
    if (!array)
        return 1;
    for (int i = 0; i < size; i++)
        array[i] = __VERIFIER_nondet_int();
    int low = 0, high = size;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int here = array[middle]; // BUG: out-of-bounds
        if (here == wanted)
            break;
        if (here < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    free(array);
    return 0;
}
