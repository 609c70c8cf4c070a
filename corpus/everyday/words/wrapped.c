// Breaks the paragraphs of its input into lines that are no longer than a width.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 40

int main(void) {
    char out[WIDTH + 1], line[256];
    size_t used = 0;
    while (fgets(line, sizeof line, stdin)) {
        for (char *word = strtok(line, " \n"); word != NULL; word = strtok(NULL, " \n")) {
            size_t length = strlen(word);
            if (length > WIDTH)
                length = WIDTH;
            if (used > 0 && used + 1 + length > WIDTH) {
                out[used] = '\0';
                puts(out);
                used = 0;
            }
            if (used > 0)
                out[used++] = ' ';
            memcpy(out + used, word, length);
            used += length;
        }
    }
    out[used] = '\0';
    puts(out);
    return 0;
}
