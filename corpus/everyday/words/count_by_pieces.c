// Counts lines, words and bytes of the standard input, read in pieces of a fixed size.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define PIECE 512

int main(int argc, char **argv) {
    unsigned char piece[PIECE];
    unsigned long lines = 0, words = 0, bytes = 0;
    size_t n;
    int inside = 0;
    while ((n = fread(piece, 1, sizeof piece, stdin)) > 0) {
        bytes += n;
        for (size_t i = 0; i < n; i++) {
            if (piece[i] == '\n')
                lines++;
            int blank = piece[i] == ' ' || piece[i] == '\n' || piece[i] == '\t';
            if (!blank && !inside)
                words++;
            inside = !blank;
        }
    }
    if (argc > 1 && strcmp(argv[1], "-l") == 0)
        printf("%lu\n", lines);
    else
        printf("%lu %lu %lu\n", lines, words, bytes);
    return 0;
}
