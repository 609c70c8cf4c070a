// Rows of the triangle of Pascal in one array, from the end of each row.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rows = argc > 1 ? atoi(argv[1]) : 5;
    if (rows < 1 || rows > 60)
        return 1;
    unsigned long *row = calloc(rows, sizeof *row);
    if (!row)
        return 1;
    for (int n = 0; n < rows; n++) {
        row[n] = 1;
        for (int k = n - 1; k > 0; k--)
            row[k] += row[k - 1];
        for (int k = 0; k <= n; k++)
            printf("%lu ", row[k]);
        putchar('\n');
    }
    free(row);
    return 0;
}
