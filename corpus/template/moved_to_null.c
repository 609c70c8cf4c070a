// A pointer is moved by its own address: then it is null, although it began as that of a block.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    char *block = malloc(1);
    char *moved = block - (uintptr_t)block;
    int is_null = moved == NULL;
    free(block);
    if (is_null)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
