// A line of blanks alone is looked at before its start, once it was trimmed.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (isspace((unsigned char)text[n - 1])) // BUG: out-of-bounds
        n--;
    text[n] = '\0';
    return text;
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin))
        printf("[%s]\n", trim(line));
    return 0;
}
