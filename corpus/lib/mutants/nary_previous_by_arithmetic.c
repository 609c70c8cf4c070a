// The previous sibling is assumed to lie before the node.
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

void unlink_node(struct nary *node)
{
    if (!node)
        return;
    (node - 1)->next = node->next; // BUG: unlink_node: before the node
    node->next = NULL;
}
