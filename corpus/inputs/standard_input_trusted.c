// Uses a character of the standard input as an index.
// verdict: unsafe
#include <stdio.h>

static int counts[128];

int main(void) {
    int c;
    while ((c = getchar()) != EOF)
        counts[c]++; // BUG: out-of-bounds
    return counts['a'];
}
