// Prints one row more than was read.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 4

int main(void) {
    int (*rows)[WIDTH] = NULL;
    size_t n = 0, room = 0;
    int row[WIDTH];
    while (scanf("%d %d %d %d", &row[0], &row[1], &row[2], &row[3]) == WIDTH) {
        if (n == room) {
            size_t more = room ? 2 * room : 8;
            void *bigger = realloc(rows, more * sizeof *rows);
            if (!bigger)
                break;
            rows = bigger;
            room = more;
        }
        for (int k = 0; k < WIDTH; k++)
            rows[n][k] = row[k];
        n++;
    }
    for (int k = 0; k < WIDTH; k++) {
        for (size_t i = 0; i <= n; i++)
            printf("%d ", rows[i][k]); // BUG: null-deref, out-of-bounds
        putchar('\n');
    }
    free(rows);
    return 0;
}
