// Puts a backslash before quotes and backslashes, into a block of twice the length.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    const char *text = argv[1];
    size_t n = strlen(text), k = 0;
    char *escaped = malloc(2 * n + 1);
    if (escaped == NULL)
        return 1;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\')
            escaped[k++] = '\\';
        escaped[k++] = text[i];
    }
    escaped[k] = '\0';
    puts(escaped);
    free(escaped);
    return 0;
}
