// The last character is looked at before it is known that there is one.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *text) {
    char *end = text + strlen(text) - 1;
    while (end > text && isspace((unsigned char)*end))
        end--;
    end[1] = '\0';
    if (*end == '.') // BUG: out-of-bounds
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
