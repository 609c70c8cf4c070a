// What snprintf would have written is not what it wrote.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char path[512];
    const char *home = getenv("HOME");
    if (home == NULL)
        home = "/";
    for (int i = 1; i < argc; i++) {
        int n;
        if (argv[i][0] == '~' && (argv[i][1] == '/' || argv[i][1] == '\0'))
            n = snprintf(path, sizeof path, "%s%s", home, argv[i] + 1);
        else
            n = snprintf(path, sizeof path, "%s", argv[i]);
        if (n > 1 && path[n - 1] == '/') // BUG: out-of-bounds
            path[n - 1] = '\0'; // BUG: out-of-bounds
        puts(path);
    }
    return 0;
}
