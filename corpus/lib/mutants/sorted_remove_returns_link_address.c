// Returns the address of the link instead of the child.
// command: lib
// functions: 1
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

struct tree *tree_remove_root(struct tree *tree)
{
    if (!tree)
        return NULL;
    if (!tree->left)
        return tree->right;
    return (struct tree *)&tree->right; // BUG: tree_remove_root: inside the node
} // BUG: tree_remove_root: what is returned is wrong
