// Trims blanks from both ends of each line, with pointers.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *text) {
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
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
