// Keeps the longest line of the input, which may have any length, and prints it.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_line(FILE *in, size_t *length) {
    size_t room = 16, used = 0;
    char *line = malloc(room);
    int c;
    if (!line)
        return NULL;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (used + 1 == room) {
            char *more = realloc(line, room * 2);
            if (!more) {
                free(line);
                return NULL;
            }
            line = more;
            room *= 2;
        }
        line[used++] = c;
    }
    if (c == EOF && used == 0) {
        free(line);
        return NULL;
    }
    line[used] = '\0';
    *length = used;
    return line;
}

int main(void) {
    char *longest = NULL, *line;
    size_t most = 0, length;
    while ((line = read_line(stdin, &length)) != NULL) {
        if (longest == NULL || length > most) {
            free(longest);
            longest = line;
            most = length;
        } else {
            free(line);
        }
    }
    if (longest)
        printf("%zu: %s\n", most, longest);
    free(longest);
    return 0;
}
