// getline grows its block.
// run: <<< short\nthis line is rather longer than the one before it, and so needs more room, which getline makes, does it not? yes it does\n\nend
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, stdin)) != -1) printf("%zd %d|", n, room > (size_t)n);
    printf("%d\n", feof(stdin) != 0);
    free(line);
    return 0;
}
