// Writes to an address that is no object's.
// verdict: unsafe
#include <stdint.h>

int main(void) {
    volatile uint32_t *port = (volatile uint32_t *)(uintptr_t)0x40021000;
    *port = 1; // BUG: invalid-pointer
    return 0;
}
