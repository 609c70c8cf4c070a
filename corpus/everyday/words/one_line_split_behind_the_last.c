// Prints the words of a line from one behind the last.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[300];
    char *words[20];
    if (!fgets(line, sizeof line, stdin)) return 0;
    int n = 0;
    for (char *word = strtok(line, " \t\n"); word && n < 20; word = strtok(NULL, " \t\n"))
        words[n++] = word;
    while (n >= 0)
        puts(words[n--]); // BUG: invalid-pointer, out-of-bounds
    return 0;
}
