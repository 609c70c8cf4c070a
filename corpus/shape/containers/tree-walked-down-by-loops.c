// A sorted tree: nodes are hung in by a pointer to the link, and searched for, by loops; recursion frees it.
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

static int contains(const struct tree *root, int key)
{
    while (root && root->key != key)
        root = key < root->key ? root->left : root->right;
    return root != NULL;
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
        insert(&root, c);
    puts(contains(root, 'x') ? "there" : "not there");
    destroy(root);
    return 0;
}
