// 64-bit arithmetic on a 32-bit machine.
// verdict: safe
// args: -m32
#include <assert.h>
#include <stdint.h>

static uint64_t gcd(uint64_t a, uint64_t b) {
    return b ? gcd(b, a % b) : a;
}

int main(void) {
    uint64_t a = 6000000000ULL, b = 4500000000ULL;
    assert(gcd(a, b) == 1500000000ULL);
    assert(a * 3 >> 32 == 4 && (int64_t)(b - a) == -1500000000LL);
    assert((uint32_t)(uintptr_t)&a == (uintptr_t)&a);
    return 0;
}
