// The root of a negative number sets errno.
// verdict: unsafe
#include <errno.h>
#include <math.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = &x;
    errno = 0;
    double root = sqrt(__VERIFIER_nondet_int());
    if (errno == EDOM)
        p = NULL;
    return *p + (root < 0); // BUG: null-deref
}
