// Only the data of nodes with a left part is freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int *data;
};

static struct tree *grow(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->data = NULL;
    tree->left = grow();
    tree->right = grow();
    return tree;
}

static void fill(struct tree *tree)
{
    if (!tree)
        return;
    if (__VERIFIER_nondet_int())
        tree->data = malloc(sizeof *tree->data);
    fill(tree->left);
    fill(tree->right);
}

static void clear(struct tree *tree)
{
    if (!tree)
        return;
    if (tree->left)
        free(tree->data);
    clear(tree->left);
    clear(tree->right);
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree); // BUG: leak
}

int main(void)
{
    struct tree *tree = grow();
    fill(tree);
    clear(tree);
    destroy(tree);
    return 0;
}
