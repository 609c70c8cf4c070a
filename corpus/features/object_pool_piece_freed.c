// A piece of a pool is freed as if it were a block of its own.
// verdict: unsafe
#include <stdlib.h>

struct piece {
    struct piece *next_free;
    int payload;
};

int main(void) {
    struct piece *block = calloc(4, sizeof *block);
    if (!block)
        return 1;
    struct piece *piece = &block[2];
    piece->payload = 1;
    free(piece); // BUG: invalid-free
    free(block);
    return 0;
}
