// The room is taken for larger than the block.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_line(FILE *file) {
    size_t room = 16, used = 0;
    char *line = malloc(room);
    if (line == NULL)
        return NULL;
    while (fgets(line + used, (int)(room - used), file) != NULL) { // BUG: out-of-bounds
        used += strlen(line + used);
        if (used > 0 && line[used - 1] == '\n') {
            line[used - 1] = '\0';
            return line;
        }
        if (room > 1000000)
            return line;
        char *more = realloc(line, room * 2);
        if (more == NULL) {
            free(line);
            return NULL;
        }
        line = more;
        room *= 3;
    }
    if (used > 0)
        return line;
    free(line);
    return NULL;
}

int main(void) {
    char *line;
    while ((line = read_line(stdin)) != NULL) {
        printf("%zu %s\n", strlen(line), line);
        free(line);
    }
    return 0;
}
