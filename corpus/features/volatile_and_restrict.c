// Volatile and restrict qualifiers do not change what is computed.
// verdict: safe
#include <assert.h>

static void add(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++)
        to[i] += from[i];
}

int main(void) {
    volatile int ticks = 0;
    int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
    while (ticks < 3)
        ticks++;
    add(ticks, a, b);
    assert(a[0] == 5 && a[2] == 9 && ticks == 3);
    return 0;
}
