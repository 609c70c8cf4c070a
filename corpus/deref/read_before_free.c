// Reads a heap block just before freeing it.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 5;
    int x = *p;
    free(p);
    return x - 5;
}
