// A block that an inner call has freed is read by the outer one.
// verdict: unsafe
// property: valid-deref,valid-free
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int count(int *block, int level)
{
    if (level == 3)
        free(block);
    if (level >= 0 && level < 5) {
        count(block, level + 1);
        return *block; // BUG: use-after-free
    }
    return 0;
}

int main(void)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    return count(block, __VERIFIER_nondet_int());
}
