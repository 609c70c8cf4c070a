// A function that gives what is left of a tree is called for its effect alone on the left parts.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int value;
};

static struct tree *grow(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->value = 0;
    tree->left = grow();
    tree->right = grow();
    return tree;
}

static struct tree *fill(struct tree *tree)
{
    if (tree) {
        struct tree *left = tree->left;
        tree->left = NULL;
        fill(left); // BUG: leak
        tree->right = fill(tree->right);
    } // BUG: leak
    return tree;
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

int main(void)
{
    struct tree *tree = grow();
    tree = fill(tree);
    destroy(tree);
    return 0;
}
