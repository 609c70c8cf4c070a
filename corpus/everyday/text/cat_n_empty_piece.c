// A line that begins with a zero byte is empty and has no last character.
// verdict: unsafe
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
        begins = line[length - 1] == '\n'; // BUG: out-of-bounds
    }
    if (!begins)
        putchar('\n');
    return 0;
}
