// Prints lines with their numbers; long lines come in pieces.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define WIDTH 80

int main(void) {
    char line[WIDTH];
    unsigned number = 1;
    int begins = 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t length = strlen(line);
        if (begins)
            printf("%6u\t", number++);
        fputs(line, stdout);
        begins = length > 0 && line[length - 1] == '\n';
    }
    if (!begins)
        putchar('\n');
    return 0;
}
