// Removes the blanks that all lines of a paragraph begin with.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define LINES 40
#define WIDTH 120

static char lines[LINES][WIDTH];

int main(void) {
    int n = 0;
    size_t common = WIDTH;
    while (n < LINES && fgets(lines[n], WIDTH, stdin)) {
        size_t blanks = strspn(lines[n], " ");
        if (lines[n][blanks] != '\n' && blanks < common)
            common = blanks;
        n++;
    }
    for (int i = 0; i < n; i++) {
        size_t length = strlen(lines[i]);
        fputs(lines[i] + (common < length ? common : 0), stdout);
    }
    return 0;
}
