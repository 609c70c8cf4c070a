// Places in a first line are printed after a block was made for a shorter second.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char line[64];
    char *places[20];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *copy = strdup(line);
    if (!copy)
        return 1;
    for (char *p = line; *p && n < 20; p++)
        if (*p == ' ')
            places[n++] = copy + (p - line) + 1;
    while (n > 0)
        *++places[--n] = 0; // BUG: out-of-bounds
    free(copy);
    return 0;
}
