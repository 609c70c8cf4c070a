// Finds the longest line of its input, of any length.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_line(FILE *in) {
    size_t cap = 64, len = 0;
    char *buf = malloc(cap);
    int c;
    if (!buf)
        return NULL;
    while ((c = fgetc(in)) != EOF && c != '\n') {
        if (len + 1 >= cap) {
            char *bigger = realloc(buf, cap * 2);
            if (!bigger) {
                free(buf);
                return NULL;
            }
            buf = bigger;
            cap *= 2;
        }
        buf[len++] = c;
    }
    if (len == 0 && c == EOF) {
        free(buf);
        return NULL;
    }
    buf[len] = '\0';
    return buf;
}

int main(void) {
    char *longest = NULL, *line;
    size_t max = 0;
    while ((line = read_line(stdin)) != NULL) {
        size_t n = strlen(line);
        if (!longest || n > max) {
            free(longest);
            longest = line;
            max = n;
        } else {
            free(line);
        }
    }
    if (longest)
        printf("%zu: %s\n", max, longest);
    free(longest);
    return 0;
}
