// The result is built in a buffer of fixed size that is gone when it is used.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *with_extension(const char *path, const char *extension) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    size_t stem = strlen(path);
    if (dot != NULL && (slash == NULL || dot > slash))
        stem = dot - path;
    char result[256];
    char *text = result;
    snprintf(result, sizeof result, "%.*s.%s", (int)stem, path, extension);
    return text;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    for (int i = 2; i < argc; i++) {
        char *name = with_extension(argv[i], argv[1]);
        if (name == NULL)
            return 1;
        puts(name); // BUG: use-after-scope
    }
    return 0;
}
