// Prints the lines of the input without blanks at both ends, cut in place with two pointers.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trimmed(char *line) {
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1]))
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
