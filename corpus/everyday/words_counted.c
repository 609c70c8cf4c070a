// Counts lines, words and bytes of the standard input.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, lines = 0, words = 0, in_word = 0;
    long bytes = 0;
    while ((c = getchar()) != EOF) {
        bytes++;
        if (c == '\n')
            lines++;
        if (isspace(c)) {
            in_word = 0;
        } else if (!in_word) {
            in_word = 1;
            words++;
        }
    }
    printf("%d %d %ld\n", lines, words, bytes);
    return 0;
}
