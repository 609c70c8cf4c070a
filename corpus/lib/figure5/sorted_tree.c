// A sorted binary tree of integers: one node type with three fields.
// command: lib
// functions: 7
// requires: tree_maximum: tree != NULL
#include <stdbool.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

struct tree *tree_init(int value)
{
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        abort();
    tree->value = value;
    tree->left = NULL;
    tree->right = NULL;
    return tree;
}

void tree_free(struct tree *tree)
{
    if (!tree)
        return;
    tree_free(tree->left);
    tree_free(tree->right);
    free(tree);
}

bool tree_contains(struct tree *tree, int value)
{
    if (!tree)
        return false;
    if (tree->value == value)
        return true;
    return value < tree->value ? tree_contains(tree->left, value) : tree_contains(tree->right, value);
}

bool tree_contains_iterative(struct tree *tree, int value)
{
    while (tree && tree->value != value)
        tree = value < tree->value ? tree->left : tree->right;
    return tree != NULL;
}

struct tree *tree_add(struct tree *tree, int value)
{
    if (!tree)
        return tree_init(value);
    if (value < tree->value)
        tree->left = tree_add(tree->left, value);
    else if (value > tree->value)
        tree->right = tree_add(tree->right, value);
    return tree;
}

int tree_maximum(struct tree *tree)
{
    while (tree->right)
        tree = tree->right;
    return tree->value;
}

struct tree *tree_remove(struct tree *tree, int value)
{
    if (!tree)
        return NULL;
    if (value < tree->value) {
        tree->left = tree_remove(tree->left, value);
        return tree;
    }
    if (value > tree->value) {
        tree->right = tree_remove(tree->right, value);
        return tree;
    }
    if (tree->left && tree->right) {
        tree->value = tree_maximum(tree->left);
        tree->left = tree_remove(tree->left, tree->value);
        return tree;
    } else {
        struct tree *child = tree->left ? tree->left : tree->right;
        free(tree);
        return child;
    }
}
