// Two functions that call each other in the end tell even numbers from odd ones.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int odd(unsigned number);

static int even(unsigned number)
{
    return number == 0 ? 1 : odd(number - 1);
}

static int odd(unsigned number)
{
    return number == 0 ? 0 : even(number - 1);
}

int main(void)
{
    unsigned number = __VERIFIER_nondet_int();
    if (even(number) != (number % 2 == 0))
        __VERIFIER_error();
    return 0;
}
