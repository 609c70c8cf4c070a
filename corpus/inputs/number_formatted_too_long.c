// The least number does not fit into a buffer for eleven bytes with its end.
// verdict: unsafe
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char buffer[11];
    sprintf(buffer, "%d", __VERIFIER_nondet_int()); // BUG: out-of-bounds
    return 0;
}
