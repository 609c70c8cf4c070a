// A sorted tree that ends in one node for nothing instead of null, and parts of arrays that are moved or cleared.
// command: lib
// functions: 9
// requires: tree_least: t != NULL
// requires: tree_has: t != NULL
// requires: tree_add: t != NULL
// requires: tree_steps: t != NULL
// requires: tree_root_key: t != NULL
// requires: row_remove: \valid(row + (0 .. n - 1))
// requires: block_pad: b != NULL
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    struct node *left, *right;
};

struct tree {
    struct node *root, *nothing;
};

struct tree *tree_new(void)
{
    struct tree *t = malloc(sizeof *t);
    struct node *nothing = malloc(sizeof *nothing);
    if (!t || !nothing) {
        free(t);
        free(nothing);
        errno = ENOMEM;
        return NULL;
    }
    nothing->key = 0;
    nothing->left = nothing;
    nothing->right = nothing;
    t->root = nothing;
    t->nothing = nothing;
    return t;
}

int tree_least(const struct tree *t)
{
    const struct node *n = t->root;
    while (n->left != t->nothing)
        n = n->left;
    return n->key;
}

int tree_has(const struct tree *t, int key)
{
    const struct node *n = t->root;
    while (n != t->nothing && n->key != key)
        n = key < n->key ? n->left : n->right;
    return n != t->nothing;
}

int tree_add(struct tree *t, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->key = key;
    n->left = t->root;
    n->right = t->nothing;
    t->root = n;
    return 1;
}

int tree_steps(const struct tree *t)
{
    int steps = 0;
    for (const struct node *n = t->root; n != t->nothing; n = n->right)
        steps++;
    return steps;
}

int tree_root_key(const struct tree *t)
{
    return t->root->key;
}

void row_remove(int *row, size_t n, size_t i)
{
    if (i < n)
        memmove(row + i, row + i + 1, (n - 1 - i) * sizeof *row);
}

struct block {
    unsigned long length;
    unsigned char bytes[64];
};

void block_pad(struct block *b)
{
    size_t used = b->length % 64;
    memset(b->bytes + used, 0, 64 - used);
}

void block_pad_too_far(struct block *b)
{
    size_t used = b->length % 64;
    memset(b->bytes + used, 0, 65 - used); // BUG: block_pad_too_far: one byte behind the array
}
