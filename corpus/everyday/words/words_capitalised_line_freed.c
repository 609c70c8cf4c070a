// Turns the words of lines round and gives the line back after each of them.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 32

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) { // BUG: use-after-free, invalid-free
        char *words[WORDS], *at = line;
        size_t count = 0;
        while (count < WORDS) {
            at += strspn(at, " \t\n");
            if (*at == '\0')
                break;
            *at = (char)toupper((unsigned char)*at);
            words[count++] = at;
            at += strcspn(at, " \t\n");
            if (*at != '\0')
                *at++ = '\0';
        }
        while (count > 0) {
            fputs(words[--count], stdout);
            putchar(count > 0 ? ' ' : '\n');
        }
        free(line);
    }
    return 0;
} // BUG: leak
