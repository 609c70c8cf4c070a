// Integers of 128 bits: products, shifts, divisions, in memory and by value.
// verdict: safe
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 u128;

static u128 power(u128 base, int exponent) {
    u128 result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

int main(void) {
    u128 ten30 = power(10, 30);
    assert((uint64_t)(ten30 >> 64) == 54210108624ULL);
    assert(ten30 / power(10, 29) == 10 && ten30 % 7 == 1);
    __int128 negative = -(__int128)ten30;
    assert(negative < 0 && negative >> 127 == -1 && -negative == (__int128)ten30);
    u128 stored[2] = {ten30, 5};
    assert(((uint64_t *)stored)[2] == 5 && ((uint64_t *)stored)[3] == 0);
    return 0;
}
