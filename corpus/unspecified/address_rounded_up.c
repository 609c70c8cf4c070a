// A pointer into a block is rounded up to more than the alignment of blocks: how far that is nothing determines.
// verdict: unsafe
// sanitizers: blind, because the allocators they come with place blocks elsewhere
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(128);
    if (!block)
        return 0;
    char *line = (char *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
    line[95] = 1; // BUG: out-of-bounds
    free(block);
    return 0;
}
