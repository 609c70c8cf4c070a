// The error depends on what a new block contains.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    unsigned char *block = malloc(4);
    if (!block)
        return 1;
    if (block[2] == 7)
        p = NULL;
    free(block);
    return *p; // BUG: null-deref
}
