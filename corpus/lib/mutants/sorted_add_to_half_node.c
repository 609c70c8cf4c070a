// A new node is linked into the tree before its links are set, in a loop.
// command: lib
// functions: 1
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

void tree_add(struct tree *tree, int value)
{
    while (tree) {
        struct tree *child = value < tree->value ? tree->left : tree->right;
        if (!child) {
            child = malloc(sizeof *child);
            if (!child)
                return;
            child->value = value;
            child->left = NULL;
            if (value < tree->value)
                tree->left = child; // BUG: tree_add: the right link is not set
            else
                tree->right = child; // BUG: tree_add: the right link is not set
            return; // BUG: tree_add: the right link is not set
        }
        tree = child;
    }
} // BUG: tree_add: the right link is not set
