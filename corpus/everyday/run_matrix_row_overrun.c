// Every row of a matrix has ten numbers, and the eleventh is written.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10000)
        return 1;
    int **rows = malloc(n * sizeof *rows);
    if (!rows)
        return 1;
    for (int i = 0; i < n; i++) {
        rows[i] = malloc(10 * sizeof **rows);
        if (!rows[i])
            abort();
    }
    for (int i = 0; i < n; i++)
        rows[i][10] = i; // BUG: out-of-bounds
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
    return 0;
}
