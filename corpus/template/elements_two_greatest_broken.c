// The second greatest element of an array is forgotten where the greatest changes.
// verdict: unsafe
// property: unreach-call
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    int first = a[0], second = a[1];
    if (first < second) {
        first = a[1];
        second = a[0];
    }
    for (int i = 2; i < 4; i++) {
        if (a[i] >= first)
            first = a[i];
        else if (a[i] > second)
            second = a[i];
    }
    for (int k = 0; k < 4; k++) {
        assert(a[k] <= first);
        assert(a[k] <= second || a[k] == first); // BUG: assertion-failure
    }
    return 0;
}
