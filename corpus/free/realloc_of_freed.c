// Reallocates a block that was freed.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p)
        return 1;
    free(p);
    p = realloc(p, 8); // BUG: double-free, use-after-free
    free(p);
    return 0;
}
