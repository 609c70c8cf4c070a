// Encodes a line by the lengths of its runs into a buffer that is large enough for the worst case.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *encode(const char *text) {
    size_t n = strlen(text), used = 0;
    char *out = malloc(2 * n + 1);
    if (!out)
        return NULL;
    for (size_t i = 0; i < n;) {
        size_t length = 1;
        while (length < 9 && i + length < n && text[i + length] == text[i])
            length++;
        out[used++] = text[i];
        out[used++] = '0' + length;
        i += length;
    }
    out[used] = '\0';
    return out;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *code = encode(argv[i]);
        if (!code)
            return 1;
        puts(code);
        free(code);
    }
    return 0;
}
