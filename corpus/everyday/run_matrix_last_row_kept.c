// All rows of a matrix but the last one are freed, then the array of rows.
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
    for (size_t i = 0; i + 1 < n; i++)
        free(rows[i]);
    free(rows); // BUG: leak
    return 0;
}
