// A copy of an array has the elements of the array.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[1000], b[1000];
    for (int i = 0; i < 1000; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++)
        b[i] = a[i];
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 1000)
        assert(a[at] == b[at]);
    return 0;
}
