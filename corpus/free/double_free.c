// Frees a block twice.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    if (p)
        free(p); // BUG: double-free
    return 0;
}
