// The error depends on whether the allocator gives out the address of a freed block again.
// verdict: unsafe
// sanitizers: blind, because they keep freed memory apart
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *first = malloc(64);
    uintptr_t address = (uintptr_t)first;
    free(first);
    char *second = malloc(64);
    if (second && address == (uintptr_t)second)
        p = NULL;
    free(second);
    return *p; // BUG: null-deref
}
