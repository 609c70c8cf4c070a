// A copy that was not made is printed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    struct line *next;
};

static char *moved(const char *text, int by) {
    char *copy = strdup(text);
    if (!copy)
        return NULL;
    for (char *c = copy; *c; c++) {
        if (*c >= 'a' && *c <= 'z')
            *c = (char)('a' + (*c - 'a' + by) % 26);
    }
    return copy;
}

int main(int argc, char **argv) {
    struct line *lines = NULL;
    for (int i = 1; i < argc; i++) {
        struct line *line = malloc(sizeof *line);
        if (!line)
            break;
        line->text = moved(argv[i], 3);
        line->next = lines;
        lines = line;
    }
    while (lines) {
        struct line *next = lines->next;
        puts(lines->text); // BUG: null-deref
        free(lines->text);
        free(lines);
        lines = next;
    }
    return 0;
}
