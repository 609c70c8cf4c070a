// Buffers that structs hold: a vector of numbers, a table of lists, a record with text.
// command: lib
// functions: 19
// requires: vector_get: v != NULL; \valid(v->items + (0 .. v->count - 1))
// requires: vector_set: v != NULL; \valid(v->items + (0 .. v->count - 1))
// requires: vector_push: v != NULL; \valid(v->items + (0 .. v->room - 1))
// requires: vector_fill: v != NULL; \valid(v->items + (0 .. v->count - 1))
// requires: vector_double: v != NULL
// requires: vector_free: v != NULL
// requires: table_find: t != NULL; \valid(t->lists + (0 .. t->count - 1))
// requires: table_put: t != NULL; node != NULL; \valid(t->lists + (0 .. t->count - 1))
// requires: table_pop: t != NULL; \valid(t->lists + (0 .. t->count - 1))
// requires: table_init: t != NULL
// requires: record_letter: r != NULL; i >= 0; i < 16
#include <stdlib.h>
#include <string.h>

struct vector {
    int *items;
    size_t count, room;
};

int vector_get(const struct vector *v, size_t i)
{
    return i < v->count ? v->items[i] : 0;
}

void vector_set(struct vector *v, size_t i, int item)
{
    if (i < v->count)
        v->items[i] = item;
}

void vector_set_too_far(struct vector *v, size_t i, int item)
{
    if (i <= v->count)
        v->items[i + 1] = item; // BUG: vector_set_too_far: behind the last item, and more
}

int vector_push(struct vector *v, int item)
{
    if (v->count >= v->room)
        return 0;
    v->items[v->count++] = item;
    return 1;
}

void vector_fill(struct vector *v, int item)
{
    for (size_t i = 0; i < v->count; i++)
        v->items[i] = item;
}

void vector_fill_too_far(struct vector *v, int item)
{
    for (size_t i = 0; i <= v->count; i++)
        v->items[i] = item; // BUG: vector_fill_too_far: behind the last item
}

int vector_double(struct vector *v)
{
    size_t room = v->room * 2;
    int *items = realloc(v->items, room * sizeof *items);
    if (!items)
        return 0;
    v->items = items;
    v->room = room;
    return 1;
}

int vector_double_and_look_back(struct vector *v)
{
    size_t room = v->room * 2;
    int *old = v->items;
    int *items = realloc(v->items, room * sizeof *items);
    if (!items)
        return 0;
    v->items = items;
    v->room = room;
    return old[0]; // BUG: vector_double_and_look_back: the old block is gone
}

void vector_free(struct vector *v)
{
    free(v->items);
    v->items = NULL;
    v->count = v->room = 0;
}

int vector_get_after_free(struct vector *v, size_t i)
{
    int *items = v->items;
    free(v->items);
    return i < v->count ? items[i] : 0; // BUG: vector_get_after_free: of memory that is gone
}

struct node {
    struct node *next;
    int key;
};

struct table {
    struct node **lists;
    unsigned count;
};

struct node *table_find(struct table *t, unsigned key)
{
    struct node *node = t->lists[key % t->count];
    while (node && node->key != (int)key)
        node = node->next;
    return node;
}

void table_put(struct table *t, struct node *node, unsigned i)
{
    if (i < t->count) {
        node->next = t->lists[i];
        t->lists[i] = node;
    }
}

struct node *table_pop(struct table *t, unsigned i)
{
    struct node *node = i < t->count ? t->lists[i] : NULL;
    if (node)
        t->lists[i] = node->next;
    return node;
}

void table_put_number(struct table *t, unsigned i)
{
    if (i < t->count)
        t->lists[i] = (struct node *)16; // BUG: table_put_number: no node
} // BUG: table_put_number: a number is left in the table

void table_put_local(struct table *t, unsigned i)
{
    struct node node = {NULL, 1};
    if (i < t->count)
        t->lists[i] = &node; // BUG: table_put_local: it ends with the function
} // BUG: table_put_local: a pointer to a local variable is left in the table

int table_init(struct table *t, unsigned count)
{
    t->lists = calloc(count, sizeof *t->lists);
    t->count = t->lists ? count : 0;
    return t->lists != NULL;
}

int table_init_unset(struct table *t, unsigned count)
{
    t->lists = malloc(count * sizeof *t->lists); // BUG: table_init_unset: the links are not set
    t->count = t->lists ? count : 0;
    return t->lists != NULL;
} // BUG: table_init_unset: the links are not set

struct record {
    struct node *first;
    char name[16];
    struct node *last;
};

void record_letter(struct record *r, int i, char letter)
{
    r->name[i] = letter;
}

void record_letter_too_far(struct record *r, unsigned i, char letter)
{
    if (i <= sizeof r->name)
        r->name[i] = letter; // BUG: record_letter_too_far: a byte of the link behind the name
} // BUG: record_letter_too_far: the link may be broken
