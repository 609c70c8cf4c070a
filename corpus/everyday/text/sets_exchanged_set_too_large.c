// Expands a set with one character more than there is room for.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static int expand(const char *spec, char *out, int max) {
    int n = 0;
    while (*spec) {
        if (spec[1] == '-' && spec[2] != '\0') {
            unsigned char a = spec[0], b = spec[2];
            for (int c = a; c <= b && n < max; c++)
                out[n++] = c;
            spec += 3;
        } else {
            if (n <= max)
                out[n++] = *spec; // BUG: out-of-bounds
            spec++;
        }
    }
    return n;
}

int main(int argc, char **argv) {
    char from[256], to[256];
    unsigned char map[256];
    if (argc != 3) {
        fprintf(stderr, "usage: tr SET1 SET2\n");
        return 2;
    }
    int nf = expand(argv[1], from, 256);
    int nt = expand(argv[2], to, 256);
    if (nt == 0)
        return 2;
    for (int i = 0; i < 256; i++)
        map[i] = i;
    for (int i = 0; i < nf; i++)
        map[(unsigned char)from[i]] = to[i < nt ? i : nt - 1];
    int c;
    while ((c = getchar()) != EOF)
        putchar(map[c]);
    return 0;
}
