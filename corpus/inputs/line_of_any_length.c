// Reads a line of any length; the buffer is freed whatever happens.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
    free(line);
    return 0;
}
