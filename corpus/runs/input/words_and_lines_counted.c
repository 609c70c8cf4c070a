// The counts of wc.
// run: <<< one two\nthree\n\n  four
// run:
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, lines = 0, words = 0, bytes = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
        words += !isspace(c) && !inside;
        inside = !isspace(c);
    }
    printf("%d %d %d\n", lines, words, bytes);
    return 0;
}
