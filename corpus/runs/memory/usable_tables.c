// Rows of a table, each a block, freed in the end.
// run: 3 4
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    int n = atoi(argv[1]), m = atoi(argv[2]), sum = 0;
    int **rows = malloc(n * sizeof *rows);
    if (!rows) return 1;
    for (int i = 0; i < n; i++) {
        rows[i] = calloc(m, sizeof **rows);
        if (!rows[i]) return 1;
        for (int k = 0; k < m; k++) rows[i][k] = i * m + k;
    }
    for (int i = 0; i < n; i++) { for (int k = 0; k < m; k++) sum += rows[i][k]; free(rows[i]); }
    free(rows);
    printf("%d\n", sum);
    return 0;
}
