// A callback sees a node that is linked but not complete.
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

void append_and_tell(struct nary *parent, void *data, void (*tell)(struct nary *))
{
    struct nary *node = malloc(sizeof *node);
    if (!node)
        return;
    node->data = data;
    node->next = NULL;
    node->prev = NULL;
    node->parent = parent;
    if (parent && !parent->children) {
        parent->children = node; // BUG: append_and_tell: `children` is not set
        if (tell)
            tell(parent); // BUG: append_and_tell: it sees a node whose link is not set
    }
    node->children = NULL;
}
