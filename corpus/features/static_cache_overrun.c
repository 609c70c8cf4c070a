// A memoising function is called with an argument beyond its static cache.
// verdict: unsafe
static int fibonacci(int n) {
    static int cache[20];
    if (n < 2)
        return n;
    if (!cache[n]) // BUG: out-of-bounds
        cache[n] = fibonacci(n - 1) + fibonacci(n - 2);
    return cache[n];
}

int main(void) {
    return fibonacci(19) + fibonacci(20);
}
