// Shifts the elements of an array with memmove, in both directions.
// verdict: safe
#include <assert.h>
#include <string.h>

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    memmove(a, a + 1, 4 * sizeof *a);
    assert(a[0] == 2 && a[3] == 5 && a[4] == 5);
    memmove(a + 1, a, 4 * sizeof *a);
    assert(a[0] == 2 && a[1] == 2 && a[4] == 5);
    return 0;
}
