// Copies its arguments with the escapes in them replaced by what they stand for.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *plain(const char *text) {
    char *copy = malloc(strlen(text) + 1), *to = copy;
    if (copy == NULL)
        return NULL;
    while (*text != '\0') {
        if (*text == '\\' && text[1] != '\0') {
            text++;
            *to++ = *text == 'n' ? '\n' : *text == 't' ? '\t' : *text;
        } else {
            *to++ = *text;
        }
        text++;
    }
    *to = '\0';
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *copy = plain(argv[i]);
        if (copy == NULL)
            return 1;
        puts(copy);
        free(copy);
    }
    return 0;
}
