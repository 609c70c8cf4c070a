// A tree is freed by a loop: what is on the left is turned up until nothing is there.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static void insert(struct tree **root, int key)
{
    struct tree **link = root;
    while (*link) {
        if ((*link)->key == key)
            return;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    struct tree *node = malloc(sizeof *node);
    if (!node)
        return;
    node->key = key;
    node->left = NULL;
    node->right = NULL;
    *link = node;
}

static void destroy(struct tree *root)
{
    while (root) {
        if (root->left) {
            struct tree *left = root->left;
            root->left = left->right;
            left->right = root;
            root = left;
        } else {
            struct tree *right = root->right;
            free(root);
            root = right;
        }
    }
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
