// What is behind 2^27 rounds of a loop that only counts is executed all the same: an odd number comes to the limit.
// verdict: safe
#include <stddef.h>

int main(void)
{
    unsigned x = 1, rounds = 0;
    while (x < 0x0fffffff) {
        x += 2;
        rounds++;
    }
    int *p = NULL;
    int value = 0;
    if (x == 0x0fffffff && rounds == 0x07ffffff)
        p = &value;
    *p = 1;
    return 0;
}
