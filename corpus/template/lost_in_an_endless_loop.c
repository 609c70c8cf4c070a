// A block is lost in a program that never ends, so that nobody can find it at the end.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *block = malloc(sizeof *block);
    while (1) {
        block = malloc(sizeof *block); // BUG: leak
        *block = __VERIFIER_nondet_int();
        free(block);
        block = NULL;
    }
}
