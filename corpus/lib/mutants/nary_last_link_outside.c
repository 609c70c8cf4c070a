// The block ends before the last link.
// command: lib
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct nary {
    void *data;
    struct nary *next;
    struct nary *prev;
    struct nary *parent;
    struct nary *children;
};

struct nary *nary_new(void *data)
{
    struct nary *node = malloc(offsetof(struct nary, children)); // BUG: nary_new: no place for `children`
    if (!node)
        return NULL;
    node->data = data;
    node->next = NULL;
    node->prev = NULL;
    node->parent = NULL;
    node->children = NULL; // BUG: nary_new: outside the block
    return node; // BUG: nary_new: an incomplete node
} // BUG: nary_new: what is returned is wrong
