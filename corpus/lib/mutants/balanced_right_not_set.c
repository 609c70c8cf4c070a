// One of the links of a new node is not set.
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

struct tree_node *node_new(void *key, void *value)
{
    struct tree_node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->key = key;
    node->value = value;
    node->left = NULL;
    node->height = 1;
    node->left_child = false;
    node->right_child = false;
    return node; // BUG: node_new: the right link is not set
}
