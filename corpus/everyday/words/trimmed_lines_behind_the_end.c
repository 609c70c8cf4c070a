// The last byte of an empty line is looked at.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trimmed(char *line) {
    char *end = line + strlen(line) - 1;
    while (isspace((unsigned char)*end)) // BUG: out-of-bounds
        end--;
    end[1] = '\0';
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
