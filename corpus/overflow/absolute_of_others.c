// The absolute value of every number but the smallest.
// verdict: safe
// property: no-overflow
#include <limits.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    long wide = labs((long)number);
    if (number == INT_MIN)
        return 0;
    return abs(number) == wide ? 0 : 1;
}
