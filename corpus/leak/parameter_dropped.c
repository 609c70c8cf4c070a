// A function that should take over a block ignores it.
// verdict: unsafe
#include <stdlib.h>

static void consume(int *p) {
    if (p)
        *p = 0;
} // BUG: leak

int main(void) {
    consume(malloc(sizeof(int)));
    return 0;
}
