// Ignores the block that a function returns: it is lost by the return to a caller who does not look.
// verdict: unsafe
#include <stdlib.h>

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (p)
        *p = value;
    return p; // BUG: leak
}

int main(void) {
    int *kept = make(1);
    free(kept);
    make(2); // BUG: leak
    return 0;
}
