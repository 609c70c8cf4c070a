// A number that starts odd stays odd, also where it wraps around.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    unsigned steps = 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            steps += 6;
        else
            steps *= 5;
    }
    if (steps % 2 == 0)
        __VERIFIER_error();
    return 0;
}
