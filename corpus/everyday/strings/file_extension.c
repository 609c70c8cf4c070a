// Replaces the extension of each argument.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *with_extension(const char *path, const char *extension) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    size_t stem = strlen(path);
    if (dot != NULL && (slash == NULL || dot > slash))
        stem = dot - path;
    char *result = malloc(stem + strlen(extension) + 2);
    if (result == NULL)
        return NULL;
    memcpy(result, path, stem);
    result[stem] = '.';
    strcpy(result + stem + 1, extension);
    return result;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    for (int i = 2; i < argc; i++) {
        char *name = with_extension(argv[i], argv[1]);
        if (name == NULL)
            return 1;
        puts(name);
        free(name);
    }
    return 0;
}
