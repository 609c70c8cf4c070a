// The parent link points to the list of children.
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

void insert(struct nary *parent, struct nary *node)
{
    if (!parent || !node)
        return;
    node->next = parent->children;
    node->parent = (struct nary *)&parent->children; // BUG: insert: points into the parent
    parent->children = node;
} // BUG: insert: a link points into a node
