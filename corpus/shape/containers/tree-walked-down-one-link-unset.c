// A new node is hung into a sorted tree with only one of its links set.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static void insert(struct tree **root, int key)
{
    struct tree **link = root;
    while (*link) { // BUG: invalid-pointer
        if ((*link)->key == key) // BUG: invalid-pointer
            return;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    struct tree *node = malloc(sizeof *node);
    if (!node)
        return;
    node->key = key;
    node->left = NULL;
    *link = node;
}

static void destroy(struct tree *root)
{
    if (!root)
        return;
    destroy(root->left); // BUG: invalid-pointer
    destroy(root->right); // BUG: invalid-pointer
    free(root);
}

int main(void)
{
    struct tree *root = NULL;
    int c;
    while ((c = getchar()) != EOF)
        insert(&root, c);
    destroy(root);
    return 0;
}
