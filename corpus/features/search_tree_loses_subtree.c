// Removes a node with two children from a search tree by moving up one of them: the other is lost.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

static struct tree *tree(struct tree *left, struct tree *right) {
    struct tree *t = malloc(sizeof *t);
    t->left = left;
    t->right = right;
    return t;
}

static void discard(struct tree **link) {
    struct tree *node = *link;
    *link = node->left ? node->left : node->right;
    free(node); // BUG: leak
}

int main(void) {
    struct tree *root = tree(tree(NULL, NULL), tree(NULL, NULL));
    discard(&root);
    free(root);
    return 0;
}
