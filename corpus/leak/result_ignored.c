// Ignores the block that a function returns.
// verdict: unsafe
#include <stdlib.h>

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (p)
        *p = value;
    return p;
}

int main(void) {
    int *kept = make(1);
    free(kept);
    make(2); // BUG: leak
    return 0;
}
