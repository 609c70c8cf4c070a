// The line is freed in the loop and read into again.
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
    while ((length = getline(&line, &room, stdin)) != -1) { // BUG: use-after-free
        if (length > 0 && line[length - 1] == '\n')
            length--;
        reverse(line, length);
        fwrite(line, 1, length, stdout);
        putchar('\n');
        free(line);
    }
    free(line); // BUG: double-free
    return 0;
}
