// Frees the right sub-tree twice and the left one never.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
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

static int contains(const struct tree *tree, int key)
{
    if (!tree)
        return 0;
    if (key == tree->key)
        return 1;
    return contains(key < tree->key ? tree->left : tree->right, key);
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    destroy(tree->right);
    free(tree); // BUG: leak
}

int main(void)
{
    struct tree *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    int found = contains(tree, 3);
    destroy(tree);
    return found;
}
