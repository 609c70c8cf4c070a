// Functions with variable arguments on a 32-bit machine, where they lie on the stack in slots of four bytes.
// verdict: safe
// args: -m32
#include <assert.h>
#include <stdarg.h>

struct point {
    short x, y, z;
};

static long long mixed(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    long long sum = 0;
    for (int i = 0; i < count; i++) {
        sum += va_arg(list, int);
        sum += va_arg(list, long long);
        struct point p = va_arg(list, struct point);
        sum += p.x + p.y + p.z;
    }
    sum += va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return sum;
}

int main(void) {
    struct point p = {1, 2, 3};
    assert(mixed(2, 10, 1LL << 33, p, 20, 5LL, p) == (1LL << 33) + 57);
    return 0;
}
