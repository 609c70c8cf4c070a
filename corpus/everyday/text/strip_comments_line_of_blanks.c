// Blanks are removed until something else is found, also before the line.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[300];
    while (fgets(line, sizeof line, stdin)) {
        char *end = strstr(line, "//");
        if (end == NULL)
            end = line + strcspn(line, "\n");
        while (end[-1] == ' ' || end[-1] == '\t') // BUG: out-of-bounds
            end--;
        *end = '\0';
        if (end > line)
            puts(line);
    }
    return 0;
}
