// The tree itself is stored as its root.
// command: lib
// functions: 1
#include <stdbool.h>
#include <stdlib.h>

struct tree_node {
    void *key;
    void *value;
    struct tree_node *left;
    struct tree_node *right;
    int height;
    bool left_child;
    bool right_child;
};

struct tree {
    struct tree_node *root;
    int (*key_compare)(const void *a, const void *b, void *user);
    void (*key_destroy)(void *data);
    void (*value_destroy)(void *data);
    void *key_compare_data;
    unsigned nnodes;
    int ref_count;
};

void make_root(struct tree *tree)
{
    if (tree && !tree->root)
        tree->root = (struct tree_node *)tree; // BUG: make_root: a tree is no node
} // BUG: make_root: the root is no node
