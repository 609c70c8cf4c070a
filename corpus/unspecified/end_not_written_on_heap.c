// Copies a line to a block of its own without the zero behind it.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    size_t length = strcspn(line, "\n");
    char *copy = malloc(length + 1);
    if (!copy)
        return 1;
    memcpy(copy, line, length);
    puts(copy); // BUG: out-of-bounds
    free(copy);
    return 0;
}
