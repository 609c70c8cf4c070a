// Initialisers with designators, ranges, nested braces, and implied zeros.
// verdict: safe
#include <assert.h>

struct config {
    const char *name;
    int limits[8];
    struct {
        int x, y;
    } origin;
    union {
        long l;
        char bytes[8];
    } u;
};

static struct config config = {
    .origin.y = 7,
    .limits = {[2] = 5, 6, [7] = 9},
    .u.bytes = {[1] = 1},
};

int main(void) {
    struct config local = {"local", {1, 2, [4 ... 6] = 3}, {.x = 1}, {0}};
    assert(!config.name && config.limits[3] == 6 && config.limits[6] == 0 && config.limits[7] == 9);
    assert(config.origin.x == 0 && config.origin.y == 7 && config.u.l == 256);
    assert(local.limits[5] == 3 && local.limits[7] == 0 && local.origin.x == 1);
    return 0;
}
