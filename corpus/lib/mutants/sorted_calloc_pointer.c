// Zeroed memory, but only as much as a pointer needs.
// command: lib
// functions: 1
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

struct tree *tree_init(int value)
{
    struct tree *tree = calloc(1, sizeof tree); // BUG: tree_init: too small
    if (!tree)
        abort();
    tree->value = value; // BUG: tree_init: outside the block
    return tree; // BUG: tree_init: an incomplete node
}
