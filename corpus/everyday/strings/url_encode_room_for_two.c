// There is room for two characters a byte.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *encode(const char *text) {
    static const char digits[] = "0123456789ABCDEF";
    char *out = malloc(2 * strlen(text) + 1);
    if (!out)
        return NULL;
    char *to = out;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (isalnum(c) || c == '-' || c == '_') {
            *to++ = (char)c; // BUG: out-of-bounds
        } else {
            *to++ = '%'; // BUG: out-of-bounds
            *to++ = digits[c >> 4]; // BUG: out-of-bounds
            *to++ = digits[c & 15]; // BUG: out-of-bounds
        }
    }
    *to = '\0'; // BUG: out-of-bounds
    return out;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *encoded = encode(argv[i]);
        if (!encoded)
            return 1;
        puts(encoded);
        free(encoded);
    }
    return 0;
}
