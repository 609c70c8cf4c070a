// Skips everything that is no letter at the beginning of lines, and does not stop at the end.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static char *strip(char *text) {
    while (*text < 'A' || *text > 'z') // BUG: out-of-bounds
        text++;
    size_t n = strlen(text); // BUG: out-of-bounds
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n' || text[n - 1] == '\t')) // BUG: out-of-bounds
        n--;
    text[n] = '\0'; // BUG: out-of-bounds
    return text;
}

int main(void) {
    static char line[200];
    while (fgets(line, sizeof line, stdin))
        puts(strip(line)); // BUG: out-of-bounds
    return 0;
}
