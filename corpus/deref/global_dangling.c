// A global pointer keeps pointing to a freed block, and another function reads it.
// verdict: unsafe
#include <stdlib.h>

static int *current;

static void stop(void) {
    free(current);
}

static int get(void) {
    return *current; // BUG: use-after-free
}

int main(void) {
    current = malloc(sizeof *current);
    if (!current)
        return 1;
    *current = 4;
    stop();
    return get();
}
