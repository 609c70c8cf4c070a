// The children are assumed to lie in a row.
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

struct tree_node *second_child(struct tree_node *node)
{
    if (!node || !node->left)
        return NULL;
    return &node->left[1]; // BUG: second_child: behind a node
} // BUG: second_child: what is returned is wrong
