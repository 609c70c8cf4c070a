// The key is not begun again behind its end.
// verdict: unsafe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2 || argv[1][0] == '\0')
        return 1;
    const char *key = argv[1];
    size_t at = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (islower(c)) {
            int shift = tolower((unsigned char)key[at]) - 97; // BUG: out-of-bounds
            if (shift >= 0 && shift < 26)
                c = 'a' + (c - 'a' + shift) % 26;
            at++;
        }
        putchar(c);
    }
    return 0;
}
