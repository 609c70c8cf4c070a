// Counts the elements of a list that is read whole, and reads on behind its end.
// verdict: unsafe
#include <stdio.h>

static const char *skip(const char *p) {
    while (*p == ' ' || *p == '\n' || *p == '\t')
        p++;
    return p;
}

int main(void) {
    static char text[4096];
    size_t n = fread(text, 1, sizeof text, stdin), elements = 0;
    text[n] = '\0'; // BUG: out-of-bounds
    const char *p = skip(text);
    while (*p == ',') {
        p = skip(p + 1);
        elements++;
    }
    printf("%zu\n", elements);
    return 0;
}
