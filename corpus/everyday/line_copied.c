// Each line is copied to a block of its own length.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        char *copy = malloc(strlen(line) + 1);
        if (!copy)
            return 1;
        strcpy(copy, line);
        puts(copy);
        free(copy);
    }
    return 0;
}
