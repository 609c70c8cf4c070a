// A loop writes one element too many.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int n = 8, *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i <= n; i++)
        a[i] = i; // BUG: out-of-bounds
    free(a);
    return 0;
}
