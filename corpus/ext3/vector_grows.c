// Appends to a vector that grows by realloc; the old block is kept where that fails.
// verdict: safe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct vector {
    short *items;
    unsigned count;
    unsigned room;
};

static int append(struct vector *vector, short item) {
    if (vector->count == vector->room) {
        unsigned room = vector->room ? 2 * vector->room : 1;
        short *items = realloc(vector->items, room * sizeof *items);
        if (!items)
            return 0;
        vector->items = items;
        vector->room = room;
    }
    vector->items[vector->count++] = item;
    return 1;
}

int main(void) {
    struct vector vector = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        if (!append(&vector, i))
            break;
    unsigned at = __VERIFIER_nondet_uchar();
    if (at < vector.count)
        vector.items[at] = 9;
    free(vector.items);
    return 0;
}
