// A copy from the last element to the first.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[500], b[500];
    for (int i = 0; i < 500; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 499; i >= 0; i--)
        b[499 - i] = a[i];
    for (int k = 0; k < 500; k++)
        assert(b[k] == a[499 - k]);
    return 0;
}
