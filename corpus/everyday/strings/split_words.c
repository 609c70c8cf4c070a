// Splits a line into words with strtok and prints them in reverse order.
// verdict: safe
// paths: unbounded
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
        while (n-- > 0)
            printf("%s%c", words[n], n ? ' ' : '\n');
    }
    return 0;
}
