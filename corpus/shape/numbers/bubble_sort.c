// Sorts an array of any size by exchanging neighbours.
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
    for (int i = 0; i < size; i++) {
        for (int j = 0; j + 1 < size - i; j++) {
            int next = array[j + 1];
            if (array[j] > next) {
                array[j + 1] = array[j];
                array[j] = next;
            }
        }
    }
    free(array);
    return 0;
}
