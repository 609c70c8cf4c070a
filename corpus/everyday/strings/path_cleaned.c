// Takes `.` and `..` out of the paths that are its arguments, in place of a copy.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clean(char *path) {
    char *from = path, *to = path;
    while (*from) {
        while (*from == '/')
            from++;
        size_t length = strcspn(from, "/");
        if (length == 0)
            break;
        if (length == 2 && strncmp(from, "..", 2) == 0) {
            while (to > path && *--to != '/')
                ;
        } else if (!(length == 1 && *from == '.')) {
            if (to > path)
                *to++ = '/';
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    *to = '\0';
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        size_t length = strlen(argv[i]);
        char *path = malloc(length + 1);
        if (path == NULL)
            return 1;
        memcpy(path, argv[i], length + 1);
        clean(path);
        puts(path);
        free(path);
    }
    return 0;
}
