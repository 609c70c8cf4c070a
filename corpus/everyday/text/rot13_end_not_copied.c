// The copy has no end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char lower[] = "abcdefghijklmnopqrstuvwxyz";

static char turn(char c) {
    const char *place;
    if (c == '\0')
        return c;
    place = strchr(lower, c);
    if (place != NULL)
        return lower[(place - lower + 13) % 26];
    if (c >= 'A' && c <= 'Z')
        return 'A' + (c - 'A' + 13) % 26;
    return c;
}

static char *turned(const char *text) {
    size_t n = strlen(text);
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i < n; i++)
        copy[i] = turn(text[i]);
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *text = turned(argv[i]);
        if (text == NULL)
            return 1;
        printf("%s ", text); // BUG: out-of-bounds
        free(text);
    }
    putchar('\n');
    return 0;
}
