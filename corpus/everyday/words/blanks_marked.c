// Remembers where the blanks of a line are and replaces them by dots afterwards.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define MOST 40

int main(void) {
    char line[200];
    char *blanks[MOST];
    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        for (char *p = line; *p && n < MOST; p++)
            if (*p == ' ')
                blanks[n++] = p;
        while (n-- > 0)
            *blanks[n] = '.';
        fputs(line, stdout);
    }
    return 0;
}
