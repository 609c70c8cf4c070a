// One of the four links of a new node is not set.
// command: lib
// functions: 1
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
    struct nary *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->data = data;
    node->next = NULL;
    node->prev = NULL;
    node->parent = NULL;
    return node; // BUG: nary_new: `children` is not set
} // BUG: nary_new: what is returned is wrong
