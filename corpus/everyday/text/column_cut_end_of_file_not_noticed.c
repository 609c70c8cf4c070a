// Goes on at the end of the file, where there is no line.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char delim = '\t';
    int field = 1;
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-d", 2) == 0 && argv[i][2])
            delim = argv[i][2];
        else if (strncmp(argv[i], "-f", 2) == 0)
            field = atoi(argv[i] + 2);
    }
    if (field < 1)
        return 1;
    while ((len = getline(&line, &cap, stdin)) != 0) {
        if (line[len - 1] == '\n') // BUG: out-of-bounds, null-deref, invalid-pointer
            line[len - 1] = '\0';
        char *p = line;
        for (int f = 1; f < field && p; f++) {
            p = strchr(p, delim);
            if (p)
                p++;
        }
        if (p) {
            char *end = strchr(p, delim);
            if (end)
                *end = '\0';
            puts(p);
        } else {
            puts("");
        }
    }
    free(line);
    return 0;
}
