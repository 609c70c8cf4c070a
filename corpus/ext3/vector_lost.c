// Overwrites the only pointer to a block by the result of a realloc that fails.
// verdict: unsafe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar() % 4 + 1;
    int *items = calloc(4, sizeof *items);
    if (!items)
        return 1;
    items[count - 1] = 1;
    items = realloc(items, 8 * sizeof *items); // BUG: leak
    if (items)
        items[count + 3] = 2;
    free(items);
    return 0;
}
