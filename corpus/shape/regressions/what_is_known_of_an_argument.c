// Two ways through a recursive function meet in states that differ in nothing but what is known of its argument. The
// caller knows that number, so they are not the same.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int ways;

static void walk(int count)
{
    if (count < 50)
        ways = 0;
    else
        ways = 0;
    if (count >= 50)
        *(volatile int *)NULL = 0; // BUG: null-deref
    if (count > 0)
        walk(count - 1);
}

int main(void)
{
    int count = 0;

    while (count < 100 && __VERIFIER_nondet_int())
        count++;
    walk(count);
    return 0;
}
