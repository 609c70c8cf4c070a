// There is no room for the end.
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
    char *copy = malloc(2 * n + 2);
    if (copy == NULL)
        return NULL;
    char *to = copy;
    *to++ = '"';
    for (; *text != '\0'; text++) {
        if (*text == '"')
            *to++ = '"';
        *to++ = *text;
    }
    *to++ = '"';
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
