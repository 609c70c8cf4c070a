// Counts the elements of a list of single characters that is read whole, with blanks between them.
// verdict: safe
// paths: unbounded
#include <stdio.h>

static const char *skip(const char *p) {
    while (*p == ' ' || *p == '\n' || *p == '\t')
        p++;
    return p;
}

int main(void) {
    static char text[4096];
    size_t n = fread(text, 1, sizeof text - 1, stdin), elements = 0;
    text[n] = '\0';
    const char *p = skip(text);
    while (*p == ',') {
        p = skip(p + 1);
        elements++;
    }
    printf("%zu\n", elements);
    return 0;
}
