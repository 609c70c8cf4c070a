// Nothing is left of an empty second set, and its last character is used.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static int expand(const char *text, unsigned char *set, int room) {
    int n = 0;
    for (const char *at = text; *at; at++) {
        int low = (unsigned char)*at, high = low;
        if (at[1] == '-' && at[2] != '\0') {
            high = (unsigned char)at[2];
            at += 2;
        }
        for (int c = low; c <= high && n < room; c++)
            set[n++] = c;
    }
    return n;
}

int main(int argc, char **argv) {
    unsigned char map[256], from[256], to[256];
    int c;
    if (argc != 3) {
        fprintf(stderr, "usage: tr SET1 SET2\n");
        return 1;
    }
    int n = expand(argv[1], from, sizeof from);
    int m = expand(argv[2], to, sizeof to);
    if (m > n)
        m = n;
    for (int i = 0; i < 256; i++)
        map[i] = i;
    for (int i = 0; i < n; i++)
        map[from[i]] = to[i < m ? i : m - 1]; // BUG: out-of-bounds
    while ((c = getchar()) != EOF)
        putchar(map[c]);
    return 0;
}
