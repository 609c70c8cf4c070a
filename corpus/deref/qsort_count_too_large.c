// Sorts one element more than the array has.
// verdict: unsafe
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; // BUG: out-of-bounds
}

int main(void) {
    int *a = malloc(3 * sizeof *a);
    if (!a)
        return 1;
    a[0] = 3, a[1] = 1, a[2] = 2;
    qsort(a, 4, sizeof *a, compare); // BUG: out-of-bounds
    free(a);
    return 0;
}
