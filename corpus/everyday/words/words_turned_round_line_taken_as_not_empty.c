// Looks at the last byte of a line that may be empty.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *from, char *to) {
    while (from < to) {
        char c = *from;
        *from++ = *to;
        *to-- = c;
    }
}

int main(void) {
    char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (line[n - 1] == 10) // BUG: out-of-bounds
            line[--n] = '\0';
        if (n == 0)
            continue;
        reverse(line, line + n - 1);
        char *p = line;
        while (*p) {
            while (*p == ' ')
                p++;
            char *start = p;
            while (*p && *p != ' ')
                p++;
            if (p > start)
                reverse(start, p - 1);
        }
        puts(line);
    }
    return 0;
}
