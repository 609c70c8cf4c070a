// Allocates a matrix row by row and frees it in the same way, also after a failure halfway.
// verdict: safe
#include <stdlib.h>

static void destroy(int **rows, int count) {
    for (int i = 0; i < count; i++)
        free(rows[i]);
    free(rows);
}

static int **matrix(int count, int width) {
    int **rows = malloc(count * sizeof *rows);
    if (!rows)
        return NULL;
    for (int i = 0; i < count; i++) {
        rows[i] = calloc(width, sizeof **rows);
        if (!rows[i]) {
            destroy(rows, i);
            return NULL;
        }
    }
    return rows;
}

int main(void) {
    int **m = matrix(3, 2);
    if (!m)
        return 1;
    m[2][1] = m[0][0];
    destroy(m, 3);
    return 0;
}
