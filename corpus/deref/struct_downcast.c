// Uses a struct through a pointer to its first member and back.
// verdict: safe
#include <stdlib.h>

struct base {
    int kind;
};

struct derived {
    struct base base;
    int extra[7];
};

static int extra(struct base *b) {
    return b->kind == 1 ? ((struct derived *)b)->extra[6] : 0;
}

int main(void) {
    struct base plain = {0};
    struct derived *d = calloc(1, sizeof *d);
    if (!d)
        return 1;
    d->base.kind = 1;
    int sum = extra(&plain) + extra(&d->base);
    free(d);
    return sum;
}
