// Two elements of an array lead to one row, which is freed with each.
// verdict: unsafe
#include <stdlib.h>

extern size_t __VERIFIER_nondet_ulong(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    if (n > 10000)
        return 1;
    int **rows = malloc(n * sizeof *rows);
    if (!rows)
        return 1;
    for (size_t i = 0; i < n; i++) {
        rows[i] = malloc(40);
        if (!rows[i])
            abort();
    }
    if (n > 4) {
        rows[2] = rows[1]; // BUG: leak
    }
    for (size_t i = 0; i < n; i++)
        free(rows[i]); // BUG: double-free
    free(rows);
    return 0;
}
