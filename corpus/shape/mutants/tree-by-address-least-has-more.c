// What hangs on the right of the least node is forgotten.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static void insert(struct tree **link, int key)
{
    struct tree *tree = *link;
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            return;
        tree->key = key;
        tree->left = tree->right = NULL;
        *link = tree;
        return;
    }
    if (key < tree->key)
        insert(&tree->left, key);
    else
        insert(&tree->right, key);
}

static void remove_least(struct tree **link)
{
    struct tree *tree = *link;
    if (!tree)
        return;
    if (tree->left) {
        remove_least(&tree->left);
        return;
    }
    *link = NULL;
    free(tree); // BUG: leak
}

int main(void)
{
    struct tree *tree = NULL;
    while (__VERIFIER_nondet_int())
        insert(&tree, __VERIFIER_nondet_int());
    while (tree)
        remove_least(&tree);
    return 0;
}
