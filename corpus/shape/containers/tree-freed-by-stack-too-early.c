// A node is freed before what hangs at its right is put on the stack.
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

struct item {
    struct tree *tree;
    struct item *next;
};

static struct item *push(struct item *top, struct tree *tree)
{
    if (!tree)
        return top;
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->tree = tree;
    item->next = top;
    return item;
}

static void destroy(struct tree *root)
{
    struct item *top = push(NULL, root);
    while (top) {
        struct item *item = top;
        struct tree *tree = item->tree;
        top = item->next;
        free(item);
        top = push(top, tree->left);
        free(tree); // BUG: leak
        top = push(top, tree->right); // BUG: use-after-free
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
