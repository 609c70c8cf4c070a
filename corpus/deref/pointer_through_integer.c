// Carries a pointer through an integer and back.
// verdict: safe
#include <stdint.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    uintptr_t address = (uintptr_t)&a[1];
    address += 2 * sizeof(int);
    return *(int *)address - 4;
}
