// Prints the parts of a path after the copy that they lie in was freed.
// verdict: unsafe
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
    free(copy);
    while (n > 0)
        puts(parts[--n]); // BUG: use-after-free
    return 0;
}
