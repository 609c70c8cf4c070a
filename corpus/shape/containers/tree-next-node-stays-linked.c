// The node whose key moved up is freed, but still linked.
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
        at = key < at->key ? at->left : at->right; // BUG: use-after-free
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
    while (at && at->key != key) { // BUG: use-after-free
        above = at;
        at = key < at->key ? at->left : at->right; // BUG: use-after-free
    }
    if (!at)
        return root;
    if (at->left && at->right) { // BUG: use-after-free
        struct tree *before = at, *least = at->right;
        while (least->left) { // BUG: use-after-free
            before = least;
            least = least->left;
        }
        at->key = least->key;
        if (before == at)
            before->right = least->right;
        else
            before->left = least;
        free(least); // BUG: leak
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
    destroy(root->left); // BUG: use-after-free
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
