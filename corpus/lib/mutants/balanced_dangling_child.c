// A freed child stays linked.
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

void replace_left(struct tree_node *node)
{
    struct tree_node *left;

    if (!node || !node->left)
        return;
    left = node->left;
    node->left = left->left;
    free(left);
    if (!node->left)
        node->left = left; // BUG: replace_left: the child is freed
} // BUG: replace_left: the link dangles
