// A function that is started by itself with a tree of any size frees the root twice where it has one child.
// verdict: unsafe
// args: --entry=destroy
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static void destroy_all(struct tree *tree)
{
    if (!tree)
        return;
    destroy_all(tree->left);
    destroy_all(tree->right);
    free(tree);
}

void destroy(struct tree *tree)
{
    if (!tree)
        return;
    int halves = (tree->left != NULL) + (tree->right != NULL);
    destroy_all(tree);
    if (halves == 1)
        free(tree); // BUG: double-free
}
