// The smallest number has no absolute value.
// verdict: unsafe
// property: no-overflow
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    return abs(number) % 2; // BUG: signed-overflow
}
