// When a row cannot be allocated, its place stays empty and is filled all the same.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static void matrix_free(double **rows, size_t n) {
    if (!rows)
        return;
    for (size_t i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
}

static double **matrix(size_t n, size_t m) {
    double **rows = calloc(n, sizeof *rows);
    if (!rows)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        rows[i] = calloc(m, sizeof **rows);
        if (!rows[i])
            break;
    }
    return rows;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 3, m = n + 1;
    if (n == 0 || n > 1000)
        return 1;
    double **a = matrix(n, m), **b = matrix(m, n), **c = matrix(n, n);
    if (a && b && c) {
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < m; k++)
                a[i][k] = b[k][i] = i + k; // BUG: null-deref
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                for (size_t k = 0; k < m; k++)
                    c[i][j] += a[i][k] * b[k][j]; // BUG: null-deref
                    printf("%g\n", c[n - 1][n - 1]); // BUG: null-deref
    }
    matrix_free(a, n);
    matrix_free(b, m);
    matrix_free(c, n);
    return 0;
}
