// Once more is added to one number than is taken from the other.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    int from = first, to = second;
    while (from > 0) {
        from--;
        to++;
        if (from == 1)
            to++;
    }
    if (from + to != first + second)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
