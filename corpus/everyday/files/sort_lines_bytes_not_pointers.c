// The array has as many bytes as it should have pointers.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const char *const *s = a, *const *t = b;
    return strcmp(*s, *t); // BUG: out-of-bounds
}

int main(void) {
    char **lines = NULL, *line = NULL;
    size_t used = 0, room = 0, size = 0;
    int status = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (used == room) {
            size_t more = room ? 2 * room : 16;
            char **bigger = realloc(lines, more);
            if (!bigger) {
                status = 1;
                break;
            }
            lines = bigger;
            room = more;
        }
        lines[used++] = line; // BUG: out-of-bounds
        line = NULL;
        size = 0;
    }
    free(line);
    if (used > 1)
        qsort(lines, used, sizeof *lines, compare); // BUG: out-of-bounds
    for (size_t i = 0; i < used; i++) {
        fputs(lines[i], stdout); // BUG: out-of-bounds
        free(lines[i]); // BUG: out-of-bounds
    }
    free(lines);
    return status;
}
