// lfind and lsearch.
#include <search.h>
#include <stdio.h>

static int same_number(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
int main(void) {
    int v[10] = {4, 2}, k = 7;
    size_t n = 2;
    printf("%d ", lfind(&k, v, &n, sizeof *v, same_number) == NULL);
    int *p = lsearch(&k, v, &n, sizeof *v, same_number);
    printf("%td %zu %d ", p - v, n, v[2]);
    p = lsearch(&k, v, &n, sizeof *v, same_number);
    printf("%td %zu\n", p - v, n);
    return 0;
}
