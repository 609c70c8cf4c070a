// A fixed array is filled with one element too many.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int array[20];
    int count = 0;
    while (count <= 20 && __VERIFIER_nondet_int())
        array[count++] = __VERIFIER_nondet_int(); // BUG: out-of-bounds
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        sum += array[i];
    return sum == 0;
}
