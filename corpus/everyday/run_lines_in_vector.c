// Lines of any number are copied into a vector that doubles, printed and freed.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char buffer[256];
    char **lines = NULL;
    size_t count = 0, capacity = 0;
    while (fgets(buffer, sizeof buffer, stdin)) {
        if (count == capacity) {
            size_t more = capacity ? capacity * 2 : 8;
            char **grown = realloc(lines, more * sizeof *grown);
            if (!grown)
                break;
            lines = grown;
            capacity = more;
        }
        char *line = strdup(buffer);
        if (!line)
            break;
        lines[count++] = line;
    }
    for (size_t i = 0; i < count; i++)
        fputs(lines[i], stdout);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
    return 0;
}
