// The string that strcat appends to was never begun.
// verdict: unsafe
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
    for (int i = 1; i < argc; i++) {
        strcat(joined, argv[i]); // BUG: out-of-bounds
        strcat(joined, " "); // BUG: out-of-bounds
    }
    puts(joined); // BUG: out-of-bounds
    free(joined);
    return 0;
}
