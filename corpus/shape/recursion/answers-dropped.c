// A function that returns its argument is called for its effect on the parts of a tree, which may be empty: what it
// returns for nothing is nothing, so that no memory is lost with it.
// verdict: safe
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
        fill(tree->left);
        fill(tree->right);
        tree->value = __VERIFIER_nondet_int();
    }
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
