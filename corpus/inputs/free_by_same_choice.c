// The same input decides whether a block is freed and whether it is used.
// verdict: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = calloc(1, sizeof *p);
    if (!p)
        return 1;
    int a = __VERIFIER_nondet_int();
    if (a > 0)
        free(p);
    if (a < -7)
        *p = a;
    if (a <= 0)
        free(p);
    return 0;
}
