// A tab becomes two blanks, and the line grows over its end.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static void squeeze(char *line) {
    char *to = line;
    int blank = 0;
    for (const char *from = line; *from; from++) { // BUG: out-of-bounds
        if (*from == '\t') {
            blank = 1;
            *to++ = ' '; // BUG: out-of-bounds
            *to++ = ' '; // BUG: out-of-bounds
            continue;
        }
        blank = 0;
        *to++ = *from; // BUG: out-of-bounds
    }
    *to = '\0'; // BUG: out-of-bounds
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        squeeze(line);
        fputs(line, stdout);
    }
    return 0;
}
