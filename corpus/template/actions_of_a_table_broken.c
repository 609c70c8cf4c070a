// One of the functions of a table lowers a level below zero.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static void stay(int *level)
{
    *level = *level + 0;
}

static void raise(int *level)
{
    if (*level < 9)
        *level += 1;
}

static void drop(int *level)
{
    *level -= 3;
}

static void (*const actions[])(int *) = {stay, raise, drop};

int main(void)
{
    int level = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned which = __VERIFIER_nondet_int();
        if (which < 3)
            actions[which](&level);
    }
    if (level < 0 || level > 9)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
