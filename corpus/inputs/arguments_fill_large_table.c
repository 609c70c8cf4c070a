// Keeps the arguments in a table of ten thousand, however many there are.
// verdict: unsafe
#include <stdio.h>

static char *words[10000];

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++)
        words[count++] = argv[i]; // BUG: out-of-bounds
    while (count > 0)
        puts(words[--count]); // BUG: out-of-bounds
    return 0;
}
