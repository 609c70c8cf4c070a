// What was never written is arbitrary, and the same whenever it is read.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof *block);
    int local[4];
    int first = block[2], other = local[1];
    assert(block[2] == first && local[1] == other);
    free(block);
}
