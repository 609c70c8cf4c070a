// Frees the root of a tree before its left child is read from it, which is lost by that.
// verdict: unsafe
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
    struct tree *right = tree->right;
    free(tree); // BUG: leak
    destroy(tree->left); // BUG: use-after-free
    destroy(right);
}

int main(void) {
    destroy(tree(tree(NULL, NULL), NULL));
    return 0;
}
