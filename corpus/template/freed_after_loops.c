// All memory is freed, and all loops end because a number grows or shrinks in each round: nothing is lost.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000)
        return 0;
    int *numbers = malloc(count * sizeof *numbers);
    if (!numbers)
        return 1;
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    int sum = 0;
    for (int i = count - 1; i >= 0; i--)
        sum += numbers[i];
    free(numbers);
    return sum;
}
