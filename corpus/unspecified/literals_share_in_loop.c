// Each round asks whether two literals share their memory, and frees a block too often where they do.
// verdict: unsafe
// paths: unbounded
// sanitizers: blind, because every literal has memory of its own there
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *last = "tail";
    while (__VERIFIER_nondet_int()) {
        char *block = malloc(8);
        if (!block)
            break;
        if (last == "a tail" + 2)
            free(block);
        free(block); // BUG: double-free
    }
    return 0;
}
