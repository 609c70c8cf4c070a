// bsearch finds what is there.
#include <stdio.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[] = {1, 3, 5, 7, 9};
    for (int k = 0; k < 11; k++) {
        int *p = bsearch(&k, v, 5, sizeof *v, by_number);
        printf("%d ", p ? (int)(p - v) : -1);
    }
    return 0;
}
