// One argument too many is asked for while a structure lies behind those that came in registers: its bytes are not the
// argument.
// verdict: unsafe
#include <stdarg.h>

struct large {
    int *pointer;
    long numbers[4];
};

static int sum(int count, ...)
{
    va_list list;
    int first, *second;

    va_start(list, count);
    first = va_arg(list, int);
    second = va_arg(list, int *);
    va_end(list);
    return first + (second ? *second : 0); // BUG: invalid-pointer, null-deref
}

int main(void)
{
    struct large large = {0};

    return sum(1, 1, large);
}
