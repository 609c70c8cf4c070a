// Replaces characters of ranges such as a-z by those of another one.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static int expand(const char *range, unsigned char *set) {
    int n = 0;
    for (const char *p = range; *p && n < 256; p++) {
        if (p[1] == '-' && p[2] != '\0') {
            unsigned char first = (unsigned char)p[0], last = (unsigned char)p[2];
            for (int c = first; c <= last; c++)
                set[n++] = (unsigned char)c; // BUG: out-of-bounds
            p += 2;
        } else {
            set[n++] = (unsigned char)*p;
        }
    }
    return n;
}

int main(int argc, char **argv) {
    unsigned char from[256], to[256], map[256];
    if (argc < 3)
        return 1;
    int m = expand(argv[1], from), n = expand(argv[2], to);
    if (m == 0 || n == 0)
        return 1;
    for (int i = 0; i < 256; i++)
        map[i] = (unsigned char)i;
    for (int i = 0; i < m; i++)
        map[from[i]] = to[i < n ? i : n - 1];
    int c;
    while ((c = getchar()) != EOF)
        putchar(map[c]);
    return 0;
}
