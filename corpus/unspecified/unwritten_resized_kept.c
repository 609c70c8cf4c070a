// What realloc keeps of a block that was never written is what it was.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned char *block = malloc(4);
    unsigned char old = block[3];
    block = realloc(block, 8);
    assert(block[3] == old);
    free(block);
}
