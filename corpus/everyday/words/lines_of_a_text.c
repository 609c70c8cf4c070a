// Prints the lines of a text backwards: where they begin is kept in a table of fixed size.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define LINES 128

static char text[8192];

int main(void) {
    char *lines[LINES];
    int n = 0;
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    text[length] = '\0';
    char *p = text;
    while (*p && n < LINES) {
        lines[n++] = p;
        while (*p && *p != '\n')
            p++;
        if (*p)
            *p++ = '\0';
    }
    while (n > 0)
        puts(lines[--n]);
    return 0;
}
