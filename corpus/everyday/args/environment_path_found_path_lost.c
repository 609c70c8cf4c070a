// The path that is found is not freed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int try(const char *directory, size_t length, const char *name) {
    char *path = malloc(length + strlen(name) + 2);
    if (path == NULL)
        return -1;
    memcpy(path, directory, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    if (access(path, X_OK) == 0) {
        puts(path);
        return 1;
    }
    free(path);
    return 0;
    } // BUG: leak

int main(int argc, char **argv) {
    const char *path = getenv("PATH");
    if (argc < 2 || path == NULL)
        return 2;
    while (*path) {
        size_t length = strcspn(path, ":");
        if (try(path, length, argv[1]) == 1)
            return 0;
        path += length;
        if (*path == ':')
            path++;
    }
    return 1;
}
