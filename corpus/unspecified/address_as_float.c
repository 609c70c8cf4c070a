// The error depends on the address of a block, which is looked at as a floating-point number.
// verdict: unsafe
// sanitizers: blind, because the allocators they come with place blocks elsewhere
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(1 << 20);
    if (!block)
        return 0;
    double address = (double)(uintptr_t)block;
    free(block);
    int x = 0;
    return *(address > 1e14 ? NULL : &x); // BUG: null-deref
}
