// Returns from main while a global holds a block: globals live on, so nothing is lost.
// verdict: safe
#include <stdlib.h>

static int *cache;

int main(void) {
    cache = malloc(4);
    return 0;
}
