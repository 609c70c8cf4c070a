// The loop goes right where keys are equal, but the new node is hung in on the left: what is there is lost.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *root, int key)
{
    struct tree *node = malloc(sizeof *node);
    if (!node)
        return root;
    node->key = key;
    node->left = NULL;
    node->right = NULL;
    struct tree *above = NULL, *at = root;
    while (at) {
        above = at;
        at = key < at->key ? at->left : at->right;
    }
    if (!above)
        return node;
    if (key <= above->key)
        above->left = node; // BUG: leak
    else
        above->right = node;
    return root;
}

static void destroy(struct tree *root)
{
    if (!root)
        return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void)
{
    struct tree *root = NULL;
    int c;
    while ((c = getchar()) != EOF)
        root = c & 1 ? insert(root, c) : root;
    destroy(root);
    return 0;
}
