// Integers and floats that are passed to a variadic function are counted apart: the first integer is the second argument.
// verdict: unsafe
#include <stdarg.h>

static int pick(int count, ...) {
    int table[4] = {0};
    va_list list;
    va_start(list, count);
    int index = va_arg(list, int);
    double weight = va_arg(list, double);
    va_end(list);
    return table[index] + (weight > 1); // BUG: out-of-bounds
}

int main(void) {
    return pick(2, 2.0, 7);
}
