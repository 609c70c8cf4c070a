// Squeezes runs of blanks in place and drops those at the ends of lines.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static void squeeze(char *line) {
    char *to = line;
    int blank = 0;
    for (const char *from = line; *from; from++) {
        if (*from == ' ' || *from == '\t') {
            blank = 1;
            continue;
        }
        if (blank && to != line && *from != '\n')
            *to++ = ' ';
        blank = 0;
        *to++ = *from;
    }
    *to = '\0';
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        squeeze(line);
        fputs(line, stdout);
    }
    return 0;
}
