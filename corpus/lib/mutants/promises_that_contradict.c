// Numbers that are compared both ways: nothing may follow from all relations at once.
// command: lib
// functions: 4
#include <stdlib.h>

struct window {
    size_t from, to;
    int *items;
};

void window_set(struct window *w, int *items, size_t from, size_t to)
{
    w->items = items;
    w->from = from;
    w->to = to;
}

int window_first(const struct window *w)
{
    return w->from < w->to ? w->items[w->from] : 0;
}

int window_last(const struct window *w)
{
    return w->to < w->from ? w->items[w->to] : 0;
}

int window_wild(struct window *w)
{
    w->items = NULL;
    return w->items[3]; // BUG: window_wild: there is nothing
}
