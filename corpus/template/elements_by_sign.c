// Which elements are negative is noted in a second array.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[600];
    char negative[600];
    for (int i = 0; i < 600; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0)
            negative[i] = 1;
        else
            negative[i] = 0;
    }
    int right = 1;
    for (int i = 0; i < 600; i++) {
        if (a[i] < 0 && !negative[i])
            right = 0;
        if (a[i] >= 0 && negative[i])
            right = 0;
    }
    assert(right);
    return 0;
}
