// The absolute value of the smallest int does not exist.
// verdict: unsafe
// property: no-overflow
#include <limits.h>

static int absolute(int n) {
    return n < 0 ? -n : n; // BUG: signed-overflow
}

int main(void) {
    int a[] = {5, -5, INT_MIN};
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum ^= absolute(a[i]);
    return sum;
}
