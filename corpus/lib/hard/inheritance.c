// Nodes of several types that begin with the same struct, and links to their beginnings.
// command: lib
// functions: 5
#include <stdlib.h>

enum kind { LEAF, INNER };

struct base {
    enum kind kind;
    struct base *next;
};

struct inner {
    struct base base;
    struct base *first;
    int size;
};

struct base *leaf_new(struct base *next)
{
    struct base *leaf = malloc(sizeof *leaf);
    if (!leaf)
        return NULL;
    leaf->kind = LEAF;
    leaf->next = next;
    return leaf;
}

struct inner *inner_new(struct base *first)
{
    struct inner *inner = malloc(sizeof *inner);
    if (!inner)
        return NULL;
    inner->base.kind = INNER;
    inner->base.next = NULL;
    inner->first = first;
    inner->size = 0;
    return inner;
}

struct base *wrap(struct base *first)
{
    struct inner *inner = inner_new(first);
    return inner ? &inner->base : NULL;
}

int length(const struct base *base)
{
    int n = 0;
    for (; base; base = base->next)
        n++;
    return n;
}

struct base *first_without_check(struct base *base)
{
    return base ? ((struct inner *)base)->first : NULL; // BUG: first_without_check: it may be a leaf
}
