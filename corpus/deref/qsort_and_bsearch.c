// Sorts an array and searches it with the functions of the C library.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[] = {5, 3, 9, 1, 7}, key = 7, missing = 4;
    qsort(a, 5, sizeof *a, compare);
    for (int i = 1; i < 5; i++)
        assert(a[i - 1] < a[i]);
    int *found = bsearch(&key, a, 5, sizeof *a, compare);
    assert(found == &a[3]);
    assert(!bsearch(&missing, a, 5, sizeof *a, compare));
    return 0;
}
