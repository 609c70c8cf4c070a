// Assigns the result of realloc to the only pointer: if it fails, the old block is lost.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p)
        return 1;
    p = realloc(p, 8); // BUG: leak
    free(p);
    return 0;
}
