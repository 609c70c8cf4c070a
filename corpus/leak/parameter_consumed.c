// A function takes over a block and frees it.
// verdict: safe
#include <stdlib.h>

static void consume(int *p) {
    if (p)
        *p = 0;
    free(p);
}

int main(void) {
    consume(malloc(sizeof(int)));
    return 0;
}
