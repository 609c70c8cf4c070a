// Keeps an offset, not a pointer, while the buffer is reallocated.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(8);
    size_t cursor = 7;
    buffer[cursor] = 1;
    buffer = realloc(buffer, 4096);
    assert(buffer[cursor] == 1);
    buffer[cursor + 1000] = 2;
    free(buffer);
    return 0;
}
