// The root is a local node.
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

void tree_reset(struct tree *tree, void *key)
{
    struct tree_node node = {key, NULL, NULL, NULL, 1, false, false};

    if (!tree)
        return;
    tree->root = &node; // BUG: tree_reset: the node dies soon
    tree->nnodes = 1;
} // BUG: tree_reset: the root is dead
