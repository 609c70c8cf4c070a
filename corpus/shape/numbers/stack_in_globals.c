// A stack of fixed size in global variables.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 12 };

static int stack[SIZE];
static int top;

static int push(int value)
{
    if (top >= SIZE)
        return 0;
    stack[top++] = value;
    return 1;
}

static int pop(int *value)
{
    if (top <= 0)
        return 0;
    *value = stack[--top];
    return 1;
}

int main(void)
{
    int value;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(__VERIFIER_nondet_int());
        else if (pop(&value) && value > 3)
            push(value - 1);
    }
    return 0;
}
