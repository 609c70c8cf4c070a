// More bytes are read than a row has.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>

#define ROW 16

static void print_row(unsigned long at, const unsigned char *row, size_t n) {
    char text[ROW + 1];
    printf("%08lx ", at);
    for (size_t i = 0; i < ROW; i++) {
        if (i < n)
            printf(" %02x", row[i]);
        else
            printf("   ");
    }
    for (size_t i = 0; i < n; i++)
        text[i] = isprint(row[i]) ? row[i] : '.';
    text[n] = '\0';
    printf("  |%s|\n", text);
}

int main(int argc, char **argv) {
    unsigned char row[ROW];
    unsigned long at = 0;
    size_t n;
    FILE *in = stdin;
    if (argc > 1 && (in = fopen(argv[1], "rb")) == NULL) {
        perror(argv[1]);
        return 1;
    }
    while ((n = fread(row, sizeof row, sizeof row, in)) > 0) { // BUG: out-of-bounds
        print_row(at, row, n);
        at += n;
    }
    if (in != stdin)
        fclose(in);
    return 0;
}
