// A matrix of any number of rows, each a block of its own: what fails to be allocated is undone.
// verdict: safe
// paths: unbounded
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
        if (!rows[i]) {
            for (int j = 0; j < i; j++)
                free(rows[j]);
            free(rows);
            return 1;
        }
    }
    for (int i = 0; i < n; i++)
        rows[i][9] = i;
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
    return 0;
}
