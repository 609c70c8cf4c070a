// Joins the arguments into one string, like echo.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t total = 1;
    for (int i = 1; i < argc; i++)
        total += strlen(argv[i]) + 1;
    char *joined = malloc(total);
    if (!joined) {
        perror("malloc");
        return 1;
    }
    char *end = joined;
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        if (i > 1)
            *end++ = ' ';
        memcpy(end, argv[i], n);
        end += n;
    }
    *end = '\0';
    puts(joined);
    free(joined);
    return 0;
}
