// Counts lines, words and characters of files, and all together.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

struct counts {
    unsigned long lines, words, chars;
};

static void count(FILE *in, struct counts *c) {
    int ch, inside = 0;
    while ((ch = getc(in)) != EOF) {
        c->chars++;
        if (ch == '\n')
            c->lines++;
        if (isspace(ch)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            c->words++;
        }
    }
}

int main(int argc, char **argv) {
    struct counts total = {0, 0, 0};
    if (argc < 2) {
        count(stdin, &total);
    }
    for (int i = 1; i < argc; i++) {
        struct counts c = {0, 0, 0};
        FILE *in = fopen(argv[i], "r");
        if (!in) {
            perror(argv[i]);
            continue;
        }
        count(in, &c);
        fclose(in);
        printf("%lu %lu %lu %s\n", c.lines, c.words, c.chars, argv[i]);
        total.lines += c.lines;
        total.words += c.words;
        total.chars += c.chars;
    }
    printf("%lu %lu %lu total\n", total.lines, total.words, total.chars);
    return 0;
}
