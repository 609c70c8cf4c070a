// Each element is made of what another loop has left there.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[700], b[700];
    int first = __VERIFIER_nondet_int();
    for (int i = 0; i < 700; i++)
        a[i] = first;
    for (int i = 0; i < 700; i++)
        b[i] = a[i];
    for (int i = 0; i < 700; i++)
        b[i] = b[i] + i;
    for (int k = 0; k < 700; k++)
        assert(b[k] == first + k);
    return 0;
}
