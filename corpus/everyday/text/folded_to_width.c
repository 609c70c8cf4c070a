// Folds lines to a width that an argument gives.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int width = 80, col = 0, c;
    if (argc > 1)
        width = atoi(argv[1]);
    if (width < 1 || width > 1000)
        return 1;
    char *line = malloc(1001);
    if (!line)
        return 1;
    while ((c = getchar()) != EOF) {
        if (c == '\n' || col == width) {
            line[col] = '\0';
            puts(line);
            col = 0;
            if (c == '\n')
                continue;
        }
        line[col++] = c;
    }
    if (col > 0) {
        line[col] = '\0';
        puts(line);
    }
    free(line);
    return 0;
}
