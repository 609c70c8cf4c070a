// Zero is noted as negative in a second array.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4];
    char negative[4];
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] <= 0)
            negative[i] = 1;
        else
            negative[i] = 0;
    }
    int right = 1;
    for (int i = 0; i < 4; i++) {
        if (a[i] < 0 && !negative[i])
            right = 0;
        if (a[i] >= 0 && negative[i])
            right = 0;
    }
    assert(right); // BUG: assertion-failure
    return 0;
}
