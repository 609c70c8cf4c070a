// The size of an allocation wraps around where size_t has 32 bits, and the block is too small.
// verdict: unsafe
// args: -m32
#include <stdlib.h>

struct item {
    int values[16];
};

int main(void) {
    unsigned count = 0x4000001;
    struct item *items = malloc(count * sizeof *items);
    if (!items)
        return 1;
    items[0].values[15] = 0;
    items[1].values[0] = 0; // BUG: out-of-bounds
    free(items);
    return 0;
}
