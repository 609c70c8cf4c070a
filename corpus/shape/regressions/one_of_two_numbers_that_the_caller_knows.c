// A function that may call itself returns one of two arguments.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int one_of(int first, int second, int is_first, int command)
{
    if (command == 12345) {
        one_of(first, second, is_first, 0);
        exit(0);
    }
    int result;
    if (is_first)
        result = first;
    else
        result = second;
    if (command == 77)
        exit(0);
    return result;
}

int main(void)
{
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int is_first = __VERIFIER_nondet_int();
    if (one_of(first, second, is_first, __VERIFIER_nondet_int()) != first)
        *(volatile int *)NULL = 0; // BUG: null-deref
    return 0;
}
