// Sorts an array of any size by insertion.
// verdict: safe
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
    for (int i = 0; i < size; i++)
        array[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < size; i++) {
        int value = array[i], j = i;
        while (j > 0 && array[j - 1] > value) {
            array[j] = array[j - 1];
            j--;
        }
        array[j] = value;
    }
    free(array);
    return 0;
}
