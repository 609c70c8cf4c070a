// Turns the order of the words of each line round, by turning the line and then each word.
// verdict: safe
// paths: unbounded
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
        if (n > 0 && line[n - 1] == '\n')
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
