// There may be no home directory.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char path[512];
    const char *home = getenv("HOME");
    size_t room = sizeof path - strlen(home); // BUG: null-deref
    printf("%zu\n", room);
    for (int i = 1; i < argc; i++) {
        int n;
        if (argv[i][0] == '~' && (argv[i][1] == '/' || argv[i][1] == '\0'))
            n = snprintf(path, sizeof path, "%s%s", home, argv[i] + 1);
        else
            n = snprintf(path, sizeof path, "%s", argv[i]);
        if (n < 0 || (size_t)n >= sizeof path) {
            fprintf(stderr, "%s: too long\n", argv[i]);
            continue;
        }
        if (n > 1 && path[n - 1] == '/')
            path[n - 1] = '\0';
        puts(path);
    }
    return 0;
}
