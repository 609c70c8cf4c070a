// Reallocates a local array when it becomes too small.
// verdict: unsafe
#include <stdlib.h>

int main(void) {
    int initial[4] = {0}, *items = initial;
    items = realloc(items, 8 * sizeof *items); // BUG: invalid-free
    free(items);
    return 0;
}
