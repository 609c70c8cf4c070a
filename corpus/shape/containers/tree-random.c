// A binary tree of any shape, built and freed by recursion, its children swapped on the way.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    struct tree *right;
};

static struct tree *grow(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->left = grow();
    tree->right = grow();
    return tree;
}

static void mirror(struct tree *tree)
{
    if (!tree)
        return;
    struct tree *left = tree->left;
    tree->left = tree->right;
    tree->right = left;
    mirror(tree->left);
    mirror(tree->right);
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    struct tree *right = tree->right;
    destroy(tree->left);
    free(tree);
    destroy(right);
}

int main(void)
{
    struct tree *tree = grow();
    mirror(tree);
    destroy(tree);
    return 0;
}
