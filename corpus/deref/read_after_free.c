// Reads a heap block after freeing it.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 5;
    free(p);
    return *p; // BUG: use-after-free
}
