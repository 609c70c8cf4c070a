// What is behind 2^27 rounds of a loop that only counts is executed all the same: an even number jumps over the limit.
// verdict: unsafe
#include <stddef.h>

int main(void)
{
    unsigned x = 0, ones = 0, twos = 0;
    while (x < 0x0fffffff) {
        if (x < 0x10000) {
            x++;
            ones++;
        } else {
            x += 2;
            twos++;
        }
    }
    int *p = NULL;
    int value = 0;
    if (x != 0x10000000 || ones != 0x10000)
        p = &value;
    *p = (int)twos; // BUG: null-deref
    return 0;
}
