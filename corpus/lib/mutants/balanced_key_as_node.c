// A key is stored as a link.
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

void attach(struct tree_node *node, void *key)
{
    if (!node || node->left_child)
        return;
    node->left = key; // BUG: attach: a key is no node
    node->left_child = true;
} // BUG: attach: the link is a key
