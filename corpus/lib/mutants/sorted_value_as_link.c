// A value is stored as a link.
// command: lib
// functions: 1
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

void tree_set(struct tree *tree, unsigned long value)
{
    if (tree)
        tree->left = (struct tree *)value; // BUG: tree_set: a value is no node
} // BUG: tree_set: the link is a value
