// An odd number of digits takes a byte more, which is not there.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int value(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return tolower(c) - 'a' + 10;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    size_t n = strlen(argv[1]);
    for (size_t i = 0; i < n; i++)
        if (!isxdigit((unsigned char)argv[1][i]))
            return 1;
    unsigned char *bytes = malloc(n / 2);
    if (!bytes)
        return 1;
    for (size_t i = 0; 2 * i < n; i++)
        bytes[i] = (unsigned char)(value(argv[1][2 * i]) * 16 + value(argv[1][2 * i + 1])); // BUG: out-of-bounds
    fwrite(bytes, 1, n / 2, stdout);
    free(bytes);
    return 0;
}
