// A function that may call itself returns its argument on one way and a constant on the other.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int chosen(int number, int is_own, int command)
{
    if (command == 12345) {
        chosen(number, is_own, 0);
        exit(0);
    }
    if (is_own)
        return number;
    return 5;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    int is_own = __VERIFIER_nondet_int();
    if (chosen(number, is_own, __VERIFIER_nondet_int()) != number)
        *(volatile int *)NULL = 0; // BUG: null-deref
    return 0;
}
