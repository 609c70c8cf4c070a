// Passes one of two structures by value in a variadic call; the address is computed bit by bit.
// verdict: unsafe
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

struct price {
    long whole, part, tax, discount;
};

static long sum(int count, ...) {
    long total = 0;
    va_list prices;
    va_start(prices, count);
    while (count-- > 0)
        total += va_arg(prices, struct price).whole;
    va_end(prices);
    return total;
}

int main(void) {
    struct price prices[2] = {{5, 0, 0, 0}, {7, 0, 0, 0}};
    uintptr_t index = (__VERIFIER_nondet_int() & 1) ^ 1;
    uintptr_t start = (uintptr_t)prices >> 3 << 3;
    struct price *chosen = (struct price *)(start + index * sizeof *chosen);
    assert(sum(2, *chosen, prices[1]) == 14); // BUG: assertion-failure
    return 0;
}
