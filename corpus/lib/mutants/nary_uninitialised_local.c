// A local pointer is stored on a path that does not set it.
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

void adopt(struct nary *parent, struct nary *node, int position)
{
    struct nary *sibling;

    if (!parent || !node)
        return;
    if (position == 0)
        sibling = parent->children;
    if (position >= 0)
        node->next = sibling; // BUG: adopt: not set unless the position is 0
} // BUG: adopt: the link may be anything
