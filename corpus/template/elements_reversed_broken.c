// A copy from the last element to the first is compared with its neighbour.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[5], b[5];
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 4; i >= 0; i--)
        b[4 - i] = a[i];
    for (int k = 0; k < 4; k++)
        assert(b[k] == a[3 - k]); // BUG: assertion-failure
    return 0;
}
