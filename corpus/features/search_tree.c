// A binary search tree: insertion, removal of nodes with none, one and two children.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree **find(struct tree **link, int key) {
    while (*link && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    return link;
}

static void insert(struct tree **root, int key) {
    struct tree **link = find(root, key);
    if (*link)
        return;
    *link = calloc(1, sizeof **link);
    (*link)->key = key;
}

static void discard(struct tree **root, int key) {
    struct tree **link = find(root, key), *node = *link;
    if (!node)
        return;
    if (node->left && node->right) {
        struct tree **next = &node->right;
        while ((*next)->left)
            next = &(*next)->left;
        node->key = (*next)->key;
        link = next;
        node = *next;
    }
    *link = node->left ? node->left : node->right;
    free(node);
}

static int is_sorted(const struct tree *t, int low, int high) {
    return !t || (low < t->key && t->key < high && is_sorted(t->left, low, t->key) &&
                  is_sorted(t->right, t->key, high));
}

int main(void) {
    static const int keys[] = {50, 30, 70, 20, 40, 60, 80, 35, 45};
    struct tree *root = NULL;
    for (int i = 0; i < 9; i++)
        insert(&root, keys[i]);
    for (int i = 0; i < 9; i++) {
        discard(&root, keys[i]);
        assert(is_sorted(root, 0, 100) && !*find(&root, keys[i]));
    }
    assert(!root);
    return 0;
}
