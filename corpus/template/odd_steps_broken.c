// A number that starts odd may become even.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    unsigned steps = 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            steps += 7;
        else
            steps *= 5;
    }
    if (steps % 2 == 0)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
