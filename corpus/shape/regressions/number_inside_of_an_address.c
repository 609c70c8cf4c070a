// A number is added to the digits of an address; another one that was equal to it at first is not when a loop has set it.
// verdict: unsafe
// paths: unbounded
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int *block = malloc(sizeof *block);
    if (!block)
        return 0;
    unsigned key = __VERIFIER_nondet_uint();
    unsigned hidden = (unsigned)(uintptr_t)block + key;
    unsigned other = key;
    while (__VERIFIER_nondet_int())
        other = __VERIFIER_nondet_uint();
    if (hidden - other != (unsigned)(uintptr_t)block)
        *(volatile int *)NULL = 0; // BUG: null-deref
    free(block);
    return 0;
}
