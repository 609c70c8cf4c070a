// The loop over the files goes on to the null pointer behind them.
// verdict: unsafe
// sanitizers: blind, because the system refuses the null pointer
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct counts {
    unsigned long lines, words, bytes;
};

static void count(FILE *in, struct counts *counts) {
    int c, inside = 0;
    memset(counts, 0, sizeof *counts);
    while ((c = getc(in)) != EOF) {
        counts->bytes++;
        if (c == '\n')
            counts->lines++;
        if (isspace(c)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            counts->words++;
        }
    }
}

static void print(const struct counts *counts, const char *name) {
    printf("%7lu %7lu %7lu", counts->lines, counts->words, counts->bytes);
    if (name)
        printf(" %s", name);
    putchar('\n');
}

int main(int argc, char **argv) {
    struct counts counts;
    int status = 0;
    if (argc < 2) {
        count(stdin, &counts);
        print(&counts, NULL);
        return 0;
    }
    for (int i = 1; i <= argc; i++) {
        FILE *in = fopen(argv[i], "r"); // BUG: null-deref
        if (in == NULL) {
            perror(argv[i]);
            status = 1;
            continue;
        }
        count(in, &counts);
        fclose(in);
        print(&counts, argv[i]);
    }
    return status;
}
