// The loop that looks for the least key of a search tree is entered with a tree that may be empty.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            return NULL;
        tree->key = key;
        tree->left = tree->right = NULL;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int least(const struct tree *tree)
{
    while (tree->left) // BUG: null-deref
        tree = tree->left;
    return tree->key;
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
    struct tree *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    int key = least(tree);
    destroy(tree);
    return key;
}
