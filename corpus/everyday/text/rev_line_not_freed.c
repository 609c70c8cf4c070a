// The line that getline allocates is not freed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static void reverse(char *text, size_t length) {
    for (size_t i = 0; i < length / 2; i++) {
        char c = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = c;
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) != -1) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        reverse(line, length);
        fwrite(line, 1, length, stdout);
        putchar('\n');
    }
    return 0;
    } // BUG: leak
