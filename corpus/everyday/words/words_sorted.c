// Cuts a line into words, sorts the addresses of the words by insertion, and prints them.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define WORDS 32

int main(void) {
    char line[256];
    const char *words[WORDS];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *at = line;
    while (n < WORDS) {
        at += strspn(at, " \t\n");
        if (*at == '\0')
            break;
        const char *word = at;
        at += strcspn(at, " \t\n");
        if (*at != '\0')
            *at++ = '\0';
        int k = n++;
        while (k > 0 && strcmp(words[k - 1], word) > 0) {
            words[k] = words[k - 1];
            k--;
        }
        words[k] = word;
    }
    for (int i = 0; i < n; i++)
        printf("%s\n", words[i]);
    return 0;
}
