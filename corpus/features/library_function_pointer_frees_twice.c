// Frees a block once directly and once through a pointer to free.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    void (*release)(void *) = free;
    char *p = malloc(4);
    if (!p)
        return 1;
    free(p);
    release(p); // BUG: double-free
    return 0;
}
