// The first word of an empty line is printed.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define WORDS 20

int main(void) {
    char line[300];
    char *words[WORDS];
    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        for (char *word = strtok(line, " \t\n"); word && n < WORDS; word = strtok(NULL, " \t\n"))
            words[n++] = word;
        printf("%zu: ", strlen(strtok(line, " \t\n"))); // BUG: null-deref
        while (n-- > 0)
            printf("%s%c", words[n], n ? ' ' : '\n');
    }
    return 0;
}
