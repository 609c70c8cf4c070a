// Frees the children of a tree before the root, by recursion.
// verdict: safe
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

static struct tree *tree(struct tree *left, struct tree *right) {
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        exit(1);
    tree->left = left;
    tree->right = right;
    return tree;
}

static void destroy(struct tree *tree) {
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

int main(void) {
    destroy(tree(tree(NULL, NULL), tree(tree(NULL, NULL), NULL)));
    return 0;
}
