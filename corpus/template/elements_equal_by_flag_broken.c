// A flag tells only whether the last elements of two arrays are equal.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], b[3], equal = 1;
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < 3; i++)
        equal = a[i] == b[i];
    if (equal)
        for (int k = 0; k < 3; k++)
            assert(a[k] == b[k]); // BUG: assertion-failure
    return 0;
}
