// Puts names of files behind a folder, and frees no path.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *dir, const char *name) {
    size_t a = strlen(dir), b = strlen(name);
    int slash = a > 0 && dir[a - 1] != '/';
    char *path = malloc(a + slash + b + 1);
    if (!path)
        return NULL;
    memcpy(path, dir, a);
    if (slash)
        path[a] = '/';
    strcpy(path + a + slash, name);
    return path;
}

static const char *base(const char *path) {
    const char *s = strrchr(path, '/');
    return s ? s + 1 : path;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 1;
    for (int i = 2; i < argc; i++) {
        char *p = join(argv[1], base(argv[i]));
        if (!p)
            return 1;
        puts(p);
    } // BUG: leak
    return 0;
}
