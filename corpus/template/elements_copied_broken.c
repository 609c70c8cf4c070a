// The last element of an array is not copied.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4], b[4] = {0};
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        b[i] = a[i];
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 4)
        assert(a[at] == b[at]); // BUG: assertion-failure
    return 0;
}
