// realloc keeps bytes that were never written; those behind the old end are new ones.
// verdict: unsafe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned char *block = malloc(4);
    unsigned char old = block[3];
    block = realloc(block, 8);
    int kept = block[3] == old, low = block[2] != 9, high = block[6] != 5;
    free(block);
    assert(kept);
    assert(low || high); // BUG: assertion-failure
}
