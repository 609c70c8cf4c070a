// A global pointer is reset when its block is freed.
// verdict: safe
#include <stdlib.h>

static int *current;

static void stop(void) {
    free(current);
    current = NULL;
}

static int get(void) {
    return current ? *current : 0;
}

int main(void) {
    current = malloc(sizeof *current);
    if (!current)
        return 1;
    *current = 4;
    stop();
    return get();
}
