// A recursive function jumps out by a pointer to `longjmp`, and a block is lost.
// verdict: unsafe
// paths: unbounded
#include <setjmp.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf place;
static void (*jump)(jmp_buf, int) = (void (*)(jmp_buf, int))longjmp;

static void descend(int depth)
{
    if (__VERIFIER_nondet_int())
        jump(place, 1);
    if (depth > 0)
        descend(depth - 1);
}

static void guarded(void)
{
    if (setjmp(place))
        return;
    int *block = malloc(sizeof *block);
    descend(__VERIFIER_nondet_int());
    free(block);
} // BUG: leak

int main(void)
{
    guarded();
    return 0;
}
