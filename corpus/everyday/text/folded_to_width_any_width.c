// Folds lines to any width in a buffer of fixed size.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int width = 80, col = 0, c;
    if (argc > 1)
        width = atoi(argv[1]);
    if (width < 1)
        return 1;
    char *line = malloc(1001);
    if (!line)
        return 1;
    while ((c = getchar()) != EOF) {
        if (c == '\n' || col == width) {
            line[col] = '\0'; // BUG: out-of-bounds
            puts(line);
            col = 0;
            if (c == '\n')
                continue;
        }
        line[col++] = c; // BUG: out-of-bounds
    }
    if (col > 0) {
        line[col] = '\0'; // BUG: out-of-bounds
        puts(line);
    }
    free(line);
    return 0;
}
