// A sorted tree: loops remember the node above, where a new one is hung, or what is below a node that is removed; a node
// with two below takes the key of the next one, which is removed instead.
// verdict: safe
// paths: unbounded
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
    if (key < above->key)
        above->left = node;
    else
        above->right = node;
    return root;
}

static struct tree *removed(struct tree *root, int key)
{
    struct tree *above = NULL, *at = root;
    while (at && at->key != key) {
        above = at;
        at = key < at->key ? at->left : at->right;
    }
    if (!at)
        return root;
    if (at->left && at->right) {
        struct tree *before = at, *least = at->right;
        while (least->left) {
            before = least;
            least = least->left;
        }
        at->key = least->key;
        if (before == at)
            before->right = least->right;
        else
            before->left = least->right;
        free(least);
        return root;
    }
    struct tree *below = at->left ? at->left : at->right;
    if (!above)
        root = below;
    else if (above->left == at)
        above->left = below;
    else
        above->right = below;
    free(at);
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
        root = c & 1 ? insert(root, c) : removed(root, c + 1);
    destroy(root);
    return 0;
}
