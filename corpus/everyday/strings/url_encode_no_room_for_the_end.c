// There is no room for the end where all bytes are encoded.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *encode(const char *text) {
    static const char digits[] = "0123456789ABCDEF";
    char *out = malloc(3 * strlen(text));
    if (!out)
        return NULL;
    char *to = out;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (isalnum(c) || c == '-' || c == '_') {
            *to++ = (char)c;
        } else {
            *to++ = '%';
            *to++ = digits[c >> 4];
            *to++ = digits[c & 15];
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
