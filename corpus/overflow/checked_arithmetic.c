// Overflow is tested by the compiler's builtin functions and does not happen.
// verdict: safe
// property: no-overflow,unreach-call
#include <assert.h>
#include <limits.h>

int main(void) {
    int sum = 0, product = 0;
    assert(__builtin_add_overflow(INT_MAX, 1, &sum));
    assert(!__builtin_mul_overflow(1 << 15, 1 << 15, &product));
    assert(__builtin_mul_overflow(1 << 16, 1 << 16, &product));
    long long difference;
    assert(!__builtin_sub_overflow(INT_MIN, INT_MAX, &difference));
    assert(difference == -4294967295LL);
    return 0;
}
