// Enciphers the standard input with a key word from the command line.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 2 || argv[1][0] == '\0')
        return 1;
    const char *key = argv[1];
    size_t n = strlen(key), at = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (islower(c)) {
            int shift = tolower((unsigned char)key[at]) - 'a';
            if (shift >= 0 && shift < 26)
                c = 'a' + (c - 'a' + shift) % 26;
            at = (at + 1) % n;
        }
        putchar(c);
    }
    return 0;
}
