// Uses a pointer into a buffer after the buffer was reallocated.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(8);
    char *cursor = buffer + 7;
    *cursor = 1;
    buffer = realloc(buffer, 4096);
    *cursor = 2; // BUG: use-after-free
    free(buffer);
    return 0;
}
