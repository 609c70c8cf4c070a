// The root of a new tree is not set.
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

struct tree *tree_new(int (*compare)(const void *a, const void *b, void *user))
{
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        abort();
    tree->key_compare = compare;
    tree->key_destroy = NULL;
    tree->value_destroy = NULL;
    tree->key_compare_data = NULL;
    tree->nnodes = 0;
    tree->ref_count = 1;
    return tree; // BUG: tree_new: the root is not set
}
