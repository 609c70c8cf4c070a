// calloc clears, and refuses what is too large.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(10, sizeof *p), sum = 0;
    if (!p) return 1;
    for (int i = 0; i < 10; i++) sum += p[i];
    volatile size_t huge = (size_t)-1;
    void *q = calloc(huge, 16);
    printf("%d %d\n", sum, q == NULL);
    free(p);
    free(q);
    return 0;
}
