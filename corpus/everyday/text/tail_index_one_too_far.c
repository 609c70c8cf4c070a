// The index of the next line goes one too far before it wraps around.
// verdict: unsafe
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
    int next = 0, status = 0;
    char line[SIZE];
    char *ring[LINES] = {NULL};
    while (fgets(line, SIZE, stdin)) {
        free(ring[next]); // BUG: out-of-bounds
        ring[next] = copy_of(line); // BUG: out-of-bounds
        if (!ring[next]) { // BUG: out-of-bounds
            status = 1;
            break;
        }
        next = next == LINES ? 0 : next + 1;
    }
    for (int i = 0; i < LINES; i++) {
        char *text = ring[(next + i) % LINES];
        if (text && status == 0)
            fputs(text, stdout);
        free(text);
    }
    return status;
}
