// A function registered with atexit frees what a global holds.
// verdict: safe
// property: memsafety,valid-memcleanup
#include <stdlib.h>

static char *cache;

static void cleanup(void) {
    free(cache);
}

int main(void) {
    if (atexit(cleanup) != 0)
        return 1;
    cache = malloc(4);
    if (!cache)
        exit(1);
    cache[0] = 1;
    return 0;
}
