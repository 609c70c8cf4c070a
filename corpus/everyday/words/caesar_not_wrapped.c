// Letters behind the last one are looked for.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static const char *const letters = "abcdefghijklmnopqrstuvwxyz";

static int turned(int c, int by) {
    if (c >= 'a' && c <= 'z')
        return letters[c - 'a' + by]; // BUG: out-of-bounds
    if (c >= 'A' && c <= 'Z')
        return letters[(c - 'A' + by) % 26] - 'a' + 'A';
    return c;
}

int main(int argc, char **argv) {
    int c;
    if (argc != 2) {
        fprintf(stderr, "usage: caesar N\n");
        return 2;
    }
    int by = atoi(argv[1]) % 26;
    if (by < 0)
        by += 26;
    while ((c = getchar()) != EOF)
        putchar(turned(c, by));
    return 0;
}
