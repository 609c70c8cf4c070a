// An array of bytes may start at any address, even or odd.
// verdict: unsafe
// sanitizers: blind, because they align it
#include <stdint.h>

char bytes[9];

int main(void) {
    int x = 0, *p = &x;
    if ((uintptr_t)bytes % 2 == 1)
        p = 0;
    return *p; // BUG: null-deref
}
