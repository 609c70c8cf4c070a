// New lines take three characters, for which there is no room.
// verdict: unsafe
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
            escaped[k++] = '\\'; // BUG: out-of-bounds
        if (text[i] == '\n') {
            escaped[k++] = '\\'; // BUG: out-of-bounds
            escaped[k++] = 'n'; // BUG: out-of-bounds
        }
        escaped[k++] = text[i]; // BUG: out-of-bounds
    }
    escaped[k] = '\0'; // BUG: out-of-bounds
    puts(escaped);
    free(escaped);
    return 0;
}
