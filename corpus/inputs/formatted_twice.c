// Two arguments joined: the text is measured by a first snprintf, and there is room for its end.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 1;
    int length = snprintf(NULL, 0, "%s/%s", argv[1], argv[2]);
    if (length < 0)
        return 1;
    char *path = malloc((size_t)length + 1);
    if (!path)
        return 1;
    sprintf(path, "%s/%s", argv[1], argv[2]);
    puts(path);
    free(path);
    return 0;
}
