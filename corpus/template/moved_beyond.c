// A pointer that was moved by half of the address space does not lie before the one it comes from.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    char bytes[4];
    char *moved = bytes + ((uintptr_t)-1 / 2 + 1);
    if (moved > bytes)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
