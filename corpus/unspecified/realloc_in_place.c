// The error depends on whether a block that shrinks stays where it is, which nothing determines.
// verdict: unsafe
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *large = malloc(64);
    if (!large)
        return 0;
    uintptr_t before = (uintptr_t)large;
    char *small = realloc(large, 32);
    if (!small) {
        free(large);
        return 0;
    }
    if (before == (uintptr_t)small)
        p = NULL;
    free(small);
    return *p; // BUG: null-deref
}
