// The number behind -n is taken without being there.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void head(FILE *in, long lines) {
    int c;
    while (lines > 0 && (c = fgetc(in)) != EOF) {
        putchar(c);
        if (c == '\n')
            lines--;
    }
}

int main(int argc, char **argv) {
    long lines = 10;
    int i = 1;
    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0') {
        if (argv[i][1] != 'n') {
            fprintf(stderr, "usage: head [-n LINES] [FILE]\n");
            return 1;
        }
        const char *number = argv[i] + 2;
        if (*number == '\0') {
            i++;
            number = argv[i];
        }
        lines = strtol(number, NULL, 10); // BUG: null-deref
        i++;
    }
    if (i == argc) {
        head(stdin, lines);
        return 0;
    }
    FILE *in = fopen(argv[i], "r"); // BUG: out-of-bounds
    if (!in) {
        perror(argv[i]);
        return 1;
    }
    head(in, lines);
    fclose(in);
    return 0;
}
