// The error needs two allocations to fail.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *first = malloc(4), *second = malloc(4);
    if (!first && !second)
        p = NULL;
    free(first);
    free(second);
    return *p; // BUG: null-deref
}
