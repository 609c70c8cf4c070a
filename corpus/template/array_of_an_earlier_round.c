// An array of an earlier round is used when its life has ended.
// verdict: unsafe
// property: valid-deref
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int *kept = NULL;
    int sum = 0;
    for (int round = 1; round < 5; round++) {
        int numbers[round];
        for (int at = 0; at < round; at++)
            numbers[at] = at;
        if (kept)
            sum += *kept; // BUG: use-after-scope
        kept = numbers;
        sum += numbers[round - 1];
    }
    return kept == NULL || sum == 0;
}
