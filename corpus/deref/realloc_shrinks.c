// Shrinks a block and then uses its former end.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(64);
    if (!p)
        return 1;
    char *q = realloc(p, 16);
    if (!q) {
        free(p);
        return 1;
    }
    q[15] = 1;
    q[16] = 1; // BUG: out-of-bounds
    free(q);
    return 0;
}
