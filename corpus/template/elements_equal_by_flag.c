// A flag tells whether two arrays are equal.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[900], b[900], equal = 1;
    for (int i = 0; i < 900; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < 900; i++)
        if (a[i] != b[i])
            equal = 0;
    if (equal)
        for (int k = 0; k < 900; k++)
            assert(a[k] == b[k]);
    return 0;
}
