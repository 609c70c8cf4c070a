// The end of the line is overwritten before its words are printed.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[32];
    char *words[20];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *p = line; *p && n < 20; p++)
        if (*p == ' ')
            words[n++] = p;
    memset(line + strlen(line), 'x', sizeof line - strlen(line));
    while (n > 0)
        puts(words[--n]); // BUG: out-of-bounds
    return 0;
}
