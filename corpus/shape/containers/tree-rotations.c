// All nodes of a tree that have something on the left are rotated, from below; then the tree is pruned.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *grow(int key)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->key = key;
    tree->left = grow(key - 1);
    tree->right = grow(key + 1);
    return tree;
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    struct tree *left = tree->left;
    destroy(tree->right);
    free(tree);
    destroy(left);
}

static struct tree *rotate(struct tree *tree)
{
    struct tree *left = tree->left;
    if (!left)
        return tree;
    tree->left = left->right;
    left->right = tree;
    return left;
}

static struct tree *rotate_all(struct tree *tree)
{
    if (!tree)
        return NULL;
    tree->left = rotate_all(tree->left);
    tree->right = rotate_all(tree->right);
    return rotate(tree);
}

static struct tree *prune(struct tree *tree)
{
    if (!tree)
        return NULL;
    if (__VERIFIER_nondet_int()) {
        destroy(tree);
        return NULL;
    }
    tree->left = prune(tree->left);
    tree->right = prune(tree->right);
    return tree;
}

int main(void)
{
    struct tree *tree = grow(0);
    tree = rotate_all(tree);
    tree = prune(tree);
    destroy(tree);
    return 0;
}
