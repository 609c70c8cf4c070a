// A jump leaves a function that would have freed its buffer.
// verdict: unsafe
#include <setjmp.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf failed;

static void check(int value) {
    if (value < 0)
        longjmp(failed, 1); // BUG: leak
}

static void work(void) {
    char *buffer = malloc(16);
    if (!buffer)
        return;
    check(__VERIFIER_nondet_int());
    free(buffer);
}

int main(void) {
    if (setjmp(failed) == 0)
        work();
    return 0;
}
