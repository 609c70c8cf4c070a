// More lines than there is room for are read.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define LINES 40
#define WIDTH 120

static char lines[LINES][WIDTH];

int main(void) {
    int n = 0;
    size_t common = WIDTH;
    while (fgets(lines[n], WIDTH, stdin)) { // BUG: out-of-bounds
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
