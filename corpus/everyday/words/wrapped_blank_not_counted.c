// Breaks paragraphs into lines and forgets the blank between two words.
// verdict: unsafe
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
            if (used > 0 && used + length > WIDTH) {
                out[used] = '\0'; // BUG: out-of-bounds
                puts(out);
                used = 0;
            }
            if (used > 0)
                out[used++] = ' ';
            memcpy(out + used, word, length); // BUG: out-of-bounds
            used += length;
        }
    }
    out[used] = '\0'; // BUG: out-of-bounds
    puts(out);
    return 0;
}
