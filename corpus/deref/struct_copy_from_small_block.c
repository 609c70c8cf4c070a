// Copies a whole struct out of a block that only holds its beginning.
// verdict: unsafe
#include <stdlib.h>

struct base {
    int kind;
};

struct derived {
    struct base base;
    int extra[7];
};

int main(void) {
    struct base *b = calloc(1, sizeof *b);
    if (!b)
        return 1;
    struct derived copy = *(struct derived *)b; // BUG: out-of-bounds
    free(b);
    return copy.base.kind;
}
