// Skips blanks and tabs at the beginning of lines, and cuts those at the end off.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static char *strip(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n' || text[n - 1] == '\t'))
        n--;
    text[n] = '\0';
    return text;
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin))
        puts(strip(line));
    return 0;
}
