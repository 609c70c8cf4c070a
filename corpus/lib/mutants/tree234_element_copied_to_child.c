// An element is copied to a link.
// command: lib
// functions: 1
#include <stdlib.h>
#include <string.h>

struct tree {
    int count;
    struct tree *t0;
    long e0;
    struct tree *t1;
    long e1;
    struct tree *t2;
    long e2;
    struct tree *t3;
};

void shift(struct tree *tree)
{
    if (!tree)
        return;
    memcpy(&tree->t1, &tree->e0, sizeof tree->t1); // BUG: shift: an element is no node
} // BUG: shift: the link is an element
