// Removes comments behind two slashes, and blanks before them, from each line.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[300];
    while (fgets(line, sizeof line, stdin)) {
        char *end = strstr(line, "//");
        if (end == NULL)
            end = line + strcspn(line, "\n");
        while (end > line && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        *end = '\0';
        if (end > line)
            puts(line);
    }
    return 0;
}
