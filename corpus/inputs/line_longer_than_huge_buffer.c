// Reads a line into a buffer of 200,000 bytes: few lines are longer, and nothing checks.
// verdict: unsafe
#include <stdio.h>

static char line[200000];

int main(void) {
    int c;
    size_t length = 0;
    while ((c = getchar()) != EOF && c != '\n')
        line[length++] = (char)c; // BUG: out-of-bounds
    line[length] = '\0'; // BUG: out-of-bounds
    puts(line);
    return 0;
}
