// Joins a folder and a name to a path, with exactly one slash between them.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *joined(const char *folder, const char *name) {
    size_t n = strlen(folder);
    while (n > 0 && folder[n - 1] == '/')
        n--;
    while (*name == '/')
        name++;
    size_t m = strlen(name);
    char *path = malloc(n + 1 + m + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, n);
    path[n] = '/';
    memcpy(path + n + 1, name, m + 1);
    return path;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: join FOLDER NAME...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        char *path = joined(argv[1], argv[i]);
        if (path == NULL)
            return 1;
        puts(path);
        free(path);
    }
    return 0;
}
