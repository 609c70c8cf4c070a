// Shifts the elements of an array with memcpy, whose blocks must not overlap.
// verdict: unsafe
#include <string.h>

int main(void) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memcpy(a, a + 4, 4 * sizeof *a);
    memcpy(a, a + 1, 7 * sizeof *a); // BUG: overlapping-copy
    return a[0];
}
