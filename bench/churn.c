// Allocation and calls: a binary tree of random keys, built and freed over and over.
#include <stdio.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    unsigned key;
};

static struct tree *insert(struct tree *tree, unsigned key)
{
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            abort();
        tree->left = tree->right = NULL;
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static unsigned destroy(struct tree *tree)
{
    if (!tree)
        return 0;
    unsigned size = 1 + destroy(tree->left) + destroy(tree->right);
    free(tree);
    return size;
}

int main(void)
{
    unsigned key = 1, total = 0;
    for (int round = 0; round < 200; round++) {
        struct tree *tree = NULL;
        for (int i = 0; i < 1000; i++) {
            key = key * 1664525u + 1013904223u;
            tree = insert(tree, key);
        }
        total += destroy(tree);
    }
    printf("%u\n", total);
    return 0;
}
