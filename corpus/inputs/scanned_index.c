// Reads a number from the standard input and uses it as an index.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    int n, a[8] = {0};
    if (scanf("%d", &n) != 1)
        return 1;
    return a[n]; // BUG: out-of-bounds
}
