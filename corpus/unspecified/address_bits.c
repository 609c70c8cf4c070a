// The error depends on low bits of the address of an object, which nothing determines.
// verdict: unsafe
#include <stddef.h>
#include <stdint.h>

int main(void) {
    char bytes[3];
    int x = 0, *p = &x;
    if ((uintptr_t)bytes % 16 == 9)
        p = NULL;
    return *p; // BUG: null-deref
}
