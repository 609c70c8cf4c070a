// The tree of each entry is freed only where it has a left part.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

struct entry {
    struct entry *next;
    struct tree *tree;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (!tree) {
        tree = malloc(sizeof *tree);
        if (!tree)
            return NULL;
        tree->key = key;
        tree->left = tree->right = NULL;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static void destroy(struct tree *tree)
{
    if (tree) {
        destroy(tree->left);
        destroy(tree->right);
        free(tree);
    }
}

int main(void)
{
    struct entry *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof *entry);
        if (!entry)
            break;
        entry->tree = NULL;
        while (__VERIFIER_nondet_int())
            entry->tree = insert(entry->tree, __VERIFIER_nondet_int());
        entry->next = list;
        list = entry;
    }
    while (list) {
        struct entry *next = list->next;
        if (list->tree && list->tree->left)
            destroy(list->tree);
        free(list); // BUG: leak
        list = next;
    }
    return 0;
}
