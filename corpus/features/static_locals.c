// Static locals keep their values between calls and have initialisers with addresses.
// verdict: safe
#include <assert.h>

static int next(void) {
    static int count = 10;
    static int *const where = &count;
    return (*where)++;
}

static int fibonacci(int n) {
    static int cache[20];
    if (n < 2)
        return n;
    if (!cache[n])
        cache[n] = fibonacci(n - 1) + fibonacci(n - 2);
    return cache[n];
}

int main(void) {
    assert(next() == 10 && next() == 11);
    assert(fibonacci(19) == 4181);
    return 0;
}
