// The block for a copy of a line has no room for the zero at its end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        char *copy = malloc(strlen(line));
        if (!copy)
            return 1;
        strcpy(copy, line); // BUG: out-of-bounds
        puts(copy);
        free(copy);
    }
    return 0;
}
