// Prints the characters from one column to another of each line, like cut -c.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    if (argc != 3) {
        fprintf(stderr, "usage: %s FROM TO\n", argv[0]);
        return 2;
    }
    int from = atoi(argv[1]), to = atoi(argv[2]);
    if (from < 1 || to < from)
        return 2;
    while ((n = getline(&line, &room, stdin)) != -1) {
        if (n > 0 && line[n - 1] == '\n')
            line[--n] = '\0';
        for (ssize_t i = from - 1; i < to && i < n; i++)
            putchar(line[i]);
        putchar('\n');
    }
    free(line);
    return 0;
}
