// A matrix in one block is transposed.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    unsigned rows, columns;
    int *cells;
};

static int make(struct matrix *m, unsigned rows, unsigned columns) {
    m->rows = rows;
    m->columns = columns;
    m->cells = malloc((size_t)rows * columns * sizeof *m->cells);
    return m->cells != NULL;
}

static int *cell(struct matrix *m, unsigned row, unsigned column) {
    return &m->cells[(size_t)row * m->columns + column];
}

int main(int argc, char **argv) {
    struct matrix a, b;
    unsigned rows = argc > 1 ? atoi(argv[1]) : 2, columns = argc > 2 ? atoi(argv[2]) : 3;
    if (rows == 0 || columns == 0 || rows > 100 || columns > 100)
        return 1;
    if (!make(&a, rows, columns))
        return 1;
    if (!make(&b, columns, rows)) {
        free(a.cells);
        return 1;
    }
    for (unsigned i = 0; i < rows; i++)
        for (unsigned k = 0; k < columns; k++)
            *cell(&a, i, k) = i * columns + k;
    for (unsigned i = 0; i < columns; i++)
        for (unsigned k = 0; k < rows; k++)
            *cell(&b, i, k) = *cell(&a, k, i);
    printf("%d\n", *cell(&b, columns - 1, rows - 1));
    free(a.cells);
    free(b.cells);
    return 0;
}
