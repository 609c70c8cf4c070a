// The constructor says that there is more room than there is.
// command: lib
// functions: 10
#include <stdlib.h>
#include <string.h>

struct vector {
    size_t count, room;
    int *items;
};

struct vector *vector_new(size_t room)
{
    if (room == 0 || room > 1000000)
        return NULL;
    struct vector *v = malloc(sizeof *v);
    if (!v)
        return NULL;
    v->items = malloc(room * sizeof *v->items);
    if (!v->items) {
        free(v);
        return NULL;
    }
    v->count = 0;
    v->room = room + 1;
    return v; // BUG: vector_new: less memory than the struct promises
}

void vector_free(struct vector *v)
{
    if (v) {
        free(v->items);
        free(v);
    }
}

int vector_push(struct vector *v, int item)
{
    if (v->count == v->room) {
        size_t room = v->room * 2;
        if (room <= v->room || room > 100000000)
            return 0;
        int *items = realloc(v->items, room * sizeof *items);
        if (!items)
            return 0;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = item;
    return 1;
}

int vector_pop(struct vector *v, int *item)
{
    if (v->count == 0)
        return 0;
    *item = v->items[--v->count];
    return 1;
}

int vector_get(const struct vector *v, size_t i)
{
    return i < v->count ? v->items[i] : 0;
}

void vector_set(struct vector *v, size_t i, int item)
{
    if (i < v->count)
        v->items[i] = item;
}

long vector_sum(const struct vector *v)
{
    long sum = 0;
    for (size_t i = 0; i < v->count; i++)
        sum += v->items[i];
    return sum;
}

void vector_remove(struct vector *v, size_t i)
{
    if (i >= v->count)
        return;
    for (; i + 1 < v->count; i++)
        v->items[i] = v->items[i + 1];
    v->count--;
}

void vector_clear(struct vector *v)
{
    v->count = 0;
}

int vector_trim(struct vector *v)
{
    if (v->count == 0 || v->count > 1000000)
        return 0;
    int *items = malloc(v->count * sizeof *items);
    if (!items)
        return 0;
    memcpy(items, v->items, v->count * sizeof *items);
    free(v->items);
    v->items = items;
    v->room = v->count;
    return 1;
}
