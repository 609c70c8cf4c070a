// An array of any length is filled and read from both ends.
// verdict: safe
// property: valid-deref,valid-free
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 1000000)
        return 0;
    int *numbers = malloc(length * sizeof *numbers);
    for (int i = 0; i < length; i++)
        numbers[i] = i;
    int low = 0, high = length - 1;
    while (low < high) {
        int kept = numbers[low];
        numbers[low++] = numbers[high];
        numbers[high--] = kept;
    }
    free(numbers);
    return 0;
}
