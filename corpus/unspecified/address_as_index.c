// A table is indexed by bits of an address: which of its elements is set depends on where the block lies.
// verdict: unsafe
// sanitizers: blind, because the allocators they come with place blocks elsewhere
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int slots[32] = {0}, x = 0;
    char *block = malloc(40);
    if (!block)
        return 0;
    slots[((uintptr_t)block >> 5) & 31] = 1;
    free(block);
    return *(slots[2] ? NULL : &x); // BUG: null-deref
}
