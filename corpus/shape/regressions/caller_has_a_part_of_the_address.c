// A recursive function loses a block of which its caller has nothing left but one byte of a pointer: that does not keep
// the block.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int *block;

static void drop(int count)
{
    if (count > 0)
        drop(count - 1);
    else
        block = NULL; // BUG: leak
}

int main(void)
{
    int *was[1];

    block = malloc(sizeof *block);
    if (!block)
        return 0;
    was[0] = block;
    memset(was, 0, sizeof was[0] - 1);
    drop(__VERIFIER_nondet_int());
    exit(((char *)was)[sizeof was[0] - 1]);
}
