// Writes through a local pointer that was never set.
// verdict: unsafe
#include <stddef.h>

static void set(int **where) {
    **where = 1; // BUG: invalid-pointer
}

int main(void) {
    int *p;
    set(&p);
    return 0;
}
