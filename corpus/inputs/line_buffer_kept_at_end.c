// `getline` makes a buffer even where there is nothing to read.
// verdict: unsafe
// malloc: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) == -1)
        return 1;
    free(line);
    return 0;
} // BUG: leak
