// A block is filled with a byte made of the bits of an address.
// verdict: unsafe
// sanitizers: blind, because the allocators they come with place blocks elsewhere
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    int x = 0;
    char *block = malloc(40);
    if (!block)
        return 0;
    memset(bytes, (int)((uintptr_t)block >> 4), sizeof bytes);
    free(block);
    return *(bytes[3] == 77 ? NULL : &x); // BUG: null-deref
}
