// Grows a vector by realloc and handles its failure.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

struct vector {
    int *items;
    size_t count, capacity;
};

static int push(struct vector *v, int item) {
    if (v->count == v->capacity) {
        size_t capacity = v->capacity ? 2 * v->capacity : 1;
        int *items = realloc(v->items, capacity * sizeof *items);
        if (!items)
            return -1;
        v->items = items;
        v->capacity = capacity;
    }
    v->items[v->count++] = item;
    return 0;
}

int main(void) {
    struct vector v = {0};
    for (int i = 0; i < 6; i++)
        if (push(&v, i) != 0)
            break;
    for (size_t i = 0; i < v.count; i++)
        assert(v.items[i] == (int)i);
    free(v.items);
    return 0;
}
