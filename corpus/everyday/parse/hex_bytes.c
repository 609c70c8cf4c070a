// Reads an argument of hexadecimal digits into bytes.
// verdict: safe
// paths: unbounded
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
    if (n % 2 != 0)
        return 1;
    unsigned char *bytes = malloc(n / 2 + 1);
    if (!bytes)
        return 1;
    for (size_t i = 0; i < n / 2; i++)
        bytes[i] = (unsigned char)(value(argv[1][2 * i]) * 16 + value(argv[1][2 * i + 1]));
    fwrite(bytes, 1, n / 2, stdout);
    free(bytes);
    return 0;
}
