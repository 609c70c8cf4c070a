// A function that nobody defines may keep what it is given; the error is behind it.
// verdict: unsafe
// malloc: ok
// sanitizers: blind, because the program cannot be linked
#include <stdlib.h>

void register_buffer(char *buffer);

int main(void) {
    char *buffer = malloc(4), *other = malloc(4);
    register_buffer(buffer);
    free(other);
    return other[0]; // BUG: use-after-free
}
