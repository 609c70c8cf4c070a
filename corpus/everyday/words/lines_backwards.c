// Prints each line of the input backwards, exchanged in place from both ends.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static void reverse(char *text, size_t n) {
    if (n == 0)
        return;
    for (size_t i = 0, k = n - 1; i < k; i++, k--) {
        char c = text[i];
        text[i] = text[k];
        text[k] = c;
    }
}

int main(void) {
    char line[1000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t n = strlen(line);
        if (n > 0 && line[n - 1] == '\n')
            line[--n] = '\0';
        reverse(line, n);
        puts(line);
    }
    return 0;
}
