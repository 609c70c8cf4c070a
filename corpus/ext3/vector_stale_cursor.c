// Keeps a cursor into a vector while the vector grows.
// verdict: unsafe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *items = calloc(2, sizeof *items);
    if (!items)
        return 1;
    int *cursor = items + __VERIFIER_nondet_uchar() % 2;
    *cursor = 1;
    int *more = realloc(items, 4 * sizeof *items);
    if (more) {
        *cursor = 2; // BUG: use-after-free
        items = more;
    }
    free(items);
    return 0;
}
