// A line of blanks is trimmed beyond its beginning.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *text) {
    char *end = text + strlen(text);
    while (isspace((unsigned char)end[-1])) // BUG: out-of-bounds
        end--;
    *end = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

int main(void) {
    char line[160];
    while (fgets(line, sizeof line, stdin))
        printf("[%s]\n", trim(line));
    return 0;
}
