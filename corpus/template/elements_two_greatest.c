// The two greatest elements of an array of any numbers.
// verdict: safe
// property: unreach-call
// paths: unbounded
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[800];
    for (int i = 0; i < 800; i++)
        a[i] = __VERIFIER_nondet_int();
    int first = a[0], second = a[1];
    if (first < second) {
        first = a[1];
        second = a[0];
    }
    for (int i = 2; i < 800; i++) {
        if (a[i] >= first) {
            second = first;
            first = a[i];
        } else if (a[i] > second) {
            second = a[i];
        }
    }
    for (int k = 0; k < 800; k++) {
        assert(a[k] <= first);
        assert(a[k] <= second || a[k] == first);
    }
    return 0;
}
