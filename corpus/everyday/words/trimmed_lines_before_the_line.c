// A line of blanks is cut in front of its first byte.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trimmed(char *line) {
    char *end = line + strlen(line);
    while (isspace((unsigned char)end[-1])) // BUG: out-of-bounds
        end--;
    *end = '\0';
    while (isspace((unsigned char)*line))
        line++;
    return line;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *text = trimmed(line);
        if (*text != '\0')
            puts(text);
    }
    return 0;
}
