// A vector whose numbers have a sign: nothing but the functions themselves keeps them from being negative.
// command: lib
// functions: 7
// requires: vector_pop: \valid(v->items + (0 .. v->count - 1)); item != NULL; v != NULL; v->count >= 0
// requires: vector_get: v != NULL
// requires: vector_remove: v != NULL
// requires: vector_sum: v != NULL
#include <stdlib.h>
#include <string.h>

struct vector {
    int *items;
    int count, room;
};

struct vector *vector_new(int room)
{
    if (room < 1 || room > 1 << 20)
        return NULL;
    struct vector *v = malloc(sizeof *v);
    if (!v)
        return NULL;
    v->items = malloc((size_t)room * sizeof(int));
    if (!v->items) {
        free(v);
        return NULL;
    }
    v->count = 0;
    v->room = room;
    return v;
}

int vector_pop(struct vector *v, int *item)
{
    if (v->count == 0)
        return 0;
    *item = v->items[--v->count];
    return 1;
}

int vector_pop_unchecked(struct vector *v)
{
    return v->items[--v->count]; // BUG: vector_pop_unchecked: there may be none
}

int vector_get(const struct vector *v, int at, int otherwise)
{
    if (at < 0 || at >= v->count)
        return otherwise;
    return v->items[at];
}

int vector_remove(struct vector *v, int at)
{
    if (at < 0 || at >= v->count)
        return 0;
    memmove(v->items + at, v->items + at + 1, (size_t)(v->count - at - 1) * sizeof *v->items);
    v->count--;
    return 1;
}

long vector_sum(const struct vector *v)
{
    long sum = 0;
    for (int i = 0; i < v->count; i++)
        sum += v->items[i];
    return sum;
}

void vector_free(struct vector *v)
{
    if (!v)
        return;
    free(v->items);
    free(v);
}
