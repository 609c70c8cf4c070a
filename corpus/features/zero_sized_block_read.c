// Reads a block of size zero.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(0);
    if (!p)
        return 0;
    char c = *p; // BUG: out-of-bounds
    free(p);
    return c;
}
