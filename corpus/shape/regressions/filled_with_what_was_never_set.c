// A block is filled with a byte that was never set, and a byte of it decides a branch.
// verdict: unsafe
// property: initialized
// paths: unbounded
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *block = malloc(8);
    if (!block)
        return 0;
    memset(block, 1, 8);
    while (__VERIFIER_nondet_int()) {
        unsigned char bytes[2];
        memset(block, bytes[1], 8);
        if (__VERIFIER_nondet_int())
            memset(block, 2, 8);
    }
    int is_seven = block[3] == 7;
    free(block);
    if (is_seven) // BUG: uninitialized-read
        exit(1);
    return 0;
}
