// Merges two sequences into an array that has no room for the end.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
    if (left < 0 || left > 1000 || right < 0 || right > 1000)
        return 0;
    int *all = malloc((left + right) * sizeof *all);
    if (!all)
        return 1;
    int i = 0, j = 0, k = 0;
    while (i < left && j < right)
        all[k++] = __VERIFIER_nondet_int() ? i++ : j++;
    while (i < left)
        all[k++] = i++;
    while (j < right)
        all[k++] = j++;
    all[k] = 0; // BUG: out-of-bounds
    free(all);
    return 0;
}
