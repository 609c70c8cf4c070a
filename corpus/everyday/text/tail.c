// Prints the last lines of the standard input, which a ring of lines keeps.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 5
#define SIZE 256

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy)
        strcpy(copy, text);
    return copy;
}

int main(void) {
    char *ring[LINES] = {NULL};
    char line[SIZE];
    int next = 0, status = 0;
    while (fgets(line, SIZE, stdin)) {
        free(ring[next]);
        ring[next] = copy_of(line);
        if (!ring[next]) {
            status = 1;
            break;
        }
        next = (next + 1) % LINES;
    }
    for (int i = 0; i < LINES; i++) {
        char *text = ring[(next + i) % LINES];
        if (text && status == 0)
            fputs(text, stdout);
        free(text);
    }
    return status;
}
