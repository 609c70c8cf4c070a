// The error depends on what the new part of a grown block contains.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    unsigned char *block = calloc(4, 1);
    block = realloc(block, 8);
    if (block[3] != 0 || block[4] == 7)
        p = NULL;
    free(block);
    return *p; // BUG: null-deref
}
