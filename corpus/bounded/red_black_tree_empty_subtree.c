// A red-black tree whose rotation forgets that a subtree can be empty.
// verdict: unsafe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    _Bool red;
    struct node *parent, *child[2];
};

struct tree {
    struct node *root;
};

/* The link that leads to a node. */
static struct node **link_to(struct tree *tree, struct node *node) {
    struct node *parent = node->parent;
    if (!parent)
        return &tree->root;
    return &parent->child[node == parent->child[1]];
}

/* Brings the child on a side up, and the node down to the other side. */
static void rotate(struct tree *tree, struct node *node, int side) {
    struct node *up = node->child[side];
    *link_to(tree, node) = up;
    up->parent = node->parent;
    node->child[side] = up->child[!side];
    node->child[side]->parent = node; // BUG: null-deref
    up->child[!side] = node;
    node->parent = up;
}

static void repair(struct tree *tree, struct node *node) {
    while (node->parent && node->parent->red) {
        struct node *parent = node->parent, *grand = parent->parent;
        int side = parent == grand->child[1];
        struct node *uncle = grand->child[!side];
        if (uncle && uncle->red) {
            parent->red = uncle->red = 0;
            grand->red = 1;
            node = grand;
            continue;
        }
        if (node == parent->child[!side]) {
            rotate(tree, parent, !side);
            node = parent;
            parent = node->parent;
        }
        parent->red = 0;
        grand->red = 1;
        rotate(tree, grand, side);
    }
    tree->root->red = 0;
}

static int insert(struct tree *tree, int key) {
    struct node *parent = NULL, **at = &tree->root;
    while (*at) {
        parent = *at;
        if (parent->key == key)
            return 1;
        at = &parent->child[parent->key < key];
    }
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->key = key;
    node->red = 1;
    node->parent = parent;
    node->child[0] = node->child[1] = NULL;
    *at = node;
    repair(tree, node);
    return 1;
}

/* The number of black nodes on every way down; checks order, links and colours on the way. */
static int check(const struct node *node, const struct node *parent, const int *low, const int *high) {
    if (!node)
        return 1;
    assert(node->parent == parent);
    assert(!low || *low < node->key);
    assert(!high || node->key < *high);
    assert(!node->red || (parent && !parent->red));
    int left = check(node->child[0], node, low, &node->key);
    int right = check(node->child[1], node, &node->key, high);
    assert(left == right);
    return left + !node->red;
}

static void destroy(struct node *node) {
    if (node) {
        destroy(node->child[0]);
        destroy(node->child[1]);
        free(node);
    }
}

int main(void) {
    struct tree tree = {NULL};
    for (int i = 0; i < 4; i++) {
        insert(&tree, __VERIFIER_nondet_int());
        check(tree.root, NULL, NULL, NULL);
    }
    destroy(tree.root);
    return 0;
}
