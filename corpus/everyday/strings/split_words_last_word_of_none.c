// The last word of an empty line lies before the array.
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
        do
            printf("%s\n", words[--n]); // BUG: out-of-bounds
        while (n > 0);
    }
    return 0;
}
