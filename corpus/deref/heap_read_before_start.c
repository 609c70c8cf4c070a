// Reads the element before the first one.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *a = calloc(4, sizeof *a);
    if (!a)
        return 1;
    int i = 4, sum = 0;
    while (i >= 0)
        sum += a[--i]; // BUG: out-of-bounds
    free(a);
    return sum;
}
