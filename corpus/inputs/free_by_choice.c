// An input decides whether a block is freed, and another whether it is used.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = calloc(1, sizeof *p);
    if (!p)
        return 1;
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 0)
        free(p);
    if (b > 5)
        *p = b; // BUG: use-after-free
    if (a <= 0)
        free(p);
    return 0;
}
