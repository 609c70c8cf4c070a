// What is taken from one number is added to another: their sum stays the same.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
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
    }
    if (from + to != first + second)
        __VERIFIER_error();
    return 0;
}
