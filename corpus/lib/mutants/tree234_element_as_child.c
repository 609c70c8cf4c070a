// The children are assumed to lie in a row, but elements lie between them.
// command: lib
// functions: 1
#include <stdlib.h>

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

struct tree *child_at(struct tree *tree, int index)
{
    if (!tree || index < 0 || index > 3)
        return NULL;
    return (&tree->t0)[index]; // BUG: child_at: an element, for index 1 and 3
} // BUG: child_at: what is returned is wrong
