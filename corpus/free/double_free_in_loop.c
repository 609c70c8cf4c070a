// A loop frees the same element again because the index does not move.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

int main(void) {
    void *blocks[3];
    for (int i = 0; i < 3; i++)
        blocks[i] = malloc(4);
    for (int i = 0; i < 3; i++)
        free(blocks[i / 2]); // BUG: double-free
    return 0;
}
