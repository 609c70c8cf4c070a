// A failed allocation sets errno.
// verdict: unsafe
// sanitizers: blind, because the allocation succeeds where they run
#include <errno.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    errno = 0;
    int *block = malloc(sizeof *block);
    if (!block && errno == ENOMEM)
        p = NULL;
    free(block);
    return *p; // BUG: null-deref
}
