// Elements are changed in place from the second on, if at all.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[6], b[6];
    int first = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        a[i] = 42;
    for (int i = 0; i < 6; i++)
        b[i] = a[i];
    for (int i = first; i >= 0 && i < 6; i++)
        b[i] = b[i] + i;
    for (int k = 0; k < 6; k++)
        assert(b[k] == 42 + k); // BUG: assertion-failure
    return 0;
}
