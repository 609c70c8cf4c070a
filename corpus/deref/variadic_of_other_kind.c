// Asks for a float where an integer was passed.
// verdict: unsafe
// sanitizers: blind, because the register of a float holds something, too
#include <stdarg.h>

static int first(int count, ...) {
    va_list list;
    va_start(list, count);
    double value = va_arg(list, double); // BUG: out-of-bounds
    va_end(list);
    return value > 1;
}

int main(void) {
    return first(1, 2);
}
