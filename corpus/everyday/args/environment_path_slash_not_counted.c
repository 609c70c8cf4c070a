// The room for the slash is forgotten.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int try(const char *directory, size_t length, const char *name) {
    char *path = malloc(length + strlen(name) + 1);
    if (path == NULL)
        return -1;
    memcpy(path, directory, length);
    path[length] = '/';
    strcpy(path + length + 1, name); // BUG: out-of-bounds
    int found = access(path, X_OK) == 0;
    if (found)
        puts(path);
    free(path);
    return found;
}

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
