// Only one value of an input leads to the error.
// verdict: unsafe
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int here = 0, *p = &here;
    if (x * 2654435761u == 0xdeadbeef)
        p = NULL;
    return *p; // BUG: null-deref
}
