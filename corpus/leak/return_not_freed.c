// Returns from main while a global holds a block: it is not freed.
// verdict: unsafe
// property: valid-memcleanup
// malloc: ok
#include <stdlib.h>

static char *cache;

int main(void) {
    cache = malloc(4); // BUG: not-freed
    return 0;
}
