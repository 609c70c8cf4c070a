// The places of blanks say nothing of the line where there are none.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char line[100];
    char *blanks[20];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *p = line; *p && n < 20; p++)
        if (p - line >= 5 && *p == ' ')
            blanks[n++] = p;
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        return 1;
    strcpy(copy, line);
    copy[4] = '!'; // BUG: out-of-bounds
    while (n > 0)
        puts(blanks[--n]);
    free(copy);
    return 0;
}
