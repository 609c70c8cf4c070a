// Quotes in the text are doubled, but the room is not.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *quoted(const char *text) {
    size_t quotes = 0, n = strlen(text);
    for (size_t i = 0; i < n; i++)
        if (text[i] == '"')
            quotes++;
    if (quotes == 0 && strpbrk(text, ", \n") == NULL)
        return strdup(text);
    char *copy = malloc(n + 3);
    if (copy == NULL)
        return NULL;
    char *to = copy;
    *to++ = '"';
    for (; *text != '\0'; text++) {
        if (*text == '"')
            *to++ = '"'; // BUG: out-of-bounds
        *to++ = *text; // BUG: out-of-bounds
    }
    *to++ = '"'; // BUG: out-of-bounds
    *to = '\0'; // BUG: out-of-bounds
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *field = quoted(argv[i]);
        if (field == NULL)
            return 1;
        printf("%s%s", i > 1 ? "," : "", field);
        free(field);
    }
    putchar('\n');
    return 0;
}
