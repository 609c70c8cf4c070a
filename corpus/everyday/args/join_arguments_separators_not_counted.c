// The room for the blanks between the arguments is forgotten.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t total = 1;
    for (int i = 1; i < argc; i++)
        total += strlen(argv[i]);
    char *joined = malloc(total);
    if (!joined) {
        perror("malloc");
        return 1;
    }
    char *end = joined;
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        if (i > 1)
            *end++ = ' '; // BUG: out-of-bounds
            memcpy(end, argv[i], n); // BUG: out-of-bounds
        end += n;
    }
    *end = '\0'; // BUG: out-of-bounds
    puts(joined);
    free(joined);
    return 0;
}
