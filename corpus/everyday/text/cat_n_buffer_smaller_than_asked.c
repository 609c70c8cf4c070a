// The line that is asked for may be longer than the buffer.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define WIDTH 80

int main(void) {
    char line[WIDTH];
    unsigned number = 1;
    int begins = 1;
    while (fgets(line, 2 * WIDTH, stdin) != NULL) { // BUG: out-of-bounds
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
