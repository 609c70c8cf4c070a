// Prints the fourth field of each line, if there is one.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *start = line;
        for (int i = 1; i < 4 && start != NULL; i++) {
            start = strchr(start, ':');
            if (start != NULL)
                start++;
        }
        if (start != NULL)
            puts(start);
    }
    return 0;
}
