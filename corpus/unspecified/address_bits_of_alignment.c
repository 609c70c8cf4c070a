// The low bits of an address that alignment determines are zero.
// verdict: safe
#include <stddef.h>
#include <stdint.h>

int main(void) {
    _Alignas(16) char bytes[3];
    int x = 0, *p = &x;
    if ((uintptr_t)bytes % 16 != 0)
        p = NULL;
    return *p;
}
