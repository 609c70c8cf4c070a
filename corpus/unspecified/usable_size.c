// A block may be larger than was asked for.
// verdict: unsafe
// sanitizers: blind, because they give as much as was asked for
#include <malloc.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *block = malloc(10);
    if (block && malloc_usable_size(block) != 10)
        p = NULL;
    free(block);
    return *p; // BUG: null-deref
}
