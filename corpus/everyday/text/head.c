// Prints the first lines of a file or of the standard input; -n says how many.
// verdict: safe
// paths: unbounded
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
            if (i == argc) {
                fprintf(stderr, "head: -n needs a number\n");
                return 1;
            }
            number = argv[i];
        }
        lines = strtol(number, NULL, 10);
        i++;
    }
    if (i == argc) {
        head(stdin, lines);
        return 0;
    }
    FILE *in = fopen(argv[i], "r");
    if (!in) {
        perror(argv[i]);
        return 1;
    }
    head(in, lines);
    fclose(in);
    return 0;
}
