// A block that only a large machine has memory for: where there is one, the write is outside of it.
// verdict: unsafe
// sanitizers: blind, because the allocation may fail where they run
#include <stdlib.h>

int main(void) {
    size_t size = (size_t)3 << 30;
    char *block = malloc(size);
    if (block)
        block[size] = 0; // BUG: out-of-bounds
    free(block);
    return 0;
}
