// Removes blanks from both ends of each line.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
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
