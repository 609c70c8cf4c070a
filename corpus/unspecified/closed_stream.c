// Writes to a stream that was closed: what that returns is anything.
// verdict: unsafe
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, *p = &x;
    if (__VERIFIER_nondet_int())
        fclose(stdout);
    if (fputs("text", stdout) < 0)
        p = NULL;
    return *p; // BUG: null-deref
}
