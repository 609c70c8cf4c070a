// The back link points to the link of the previous node, not to the node.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

void link_nodes(struct dlist *a, struct dlist *b)
{
    if (!a || !b)
        return;
    a->next = b;
    b->prev = (struct dlist *)&a->next; // BUG: link_nodes: points into a node
} // BUG: link_nodes: a link points into a node
