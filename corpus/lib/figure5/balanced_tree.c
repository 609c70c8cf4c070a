// A library of balanced binary trees, as rich as GLib's: two node types with seven fields each. A node without a left
// (right) child keeps a thread to its predecessor (successor) in that link, and a flag tells which of the two it is.
// command: lib
// functions: 39
// requires: node_in_order: func != NULL
// requires: node_pre_order: func != NULL
// requires: node_post_order: func != NULL
// requires: tree_foreach: func != NULL
// requires: tree_traverse: func != NULL
// requires: node_search: func != NULL
// requires: tree_search: func != NULL
// requires: node_height_update: node != NULL
// requires: node_rotate_left: node != NULL
// requires: node_rotate_right: node != NULL
// requires: node_balance: node != NULL
// requires: key_order: tree != NULL
// requires: entry_destroy: tree != NULL; node != NULL
// requires: insert_real: tree != NULL; node != NULL
// requires: remove_real: tree != NULL; node != NULL
// requires: tree_ref: tree != NULL
#include <stdbool.h>
#include <stdlib.h>

typedef int (*compare_func)(const void *a, const void *b, void *user);
typedef void (*destroy_func)(void *data);
typedef bool (*traverse_func)(void *key, void *value, void *user);
typedef int (*search_func)(const void *key, void *user);

typedef struct tree_node tree_node;
typedef struct tree tree;

struct tree {
    tree_node *root;
    compare_func key_compare;
    destroy_func key_destroy;
    destroy_func value_destroy;
    void *key_compare_data;
    unsigned nnodes;
    int ref_count;
};

struct tree_node {
    void *key;
    void *value;
    tree_node *left;
    tree_node *right;
    int height;
    bool left_child;
    bool right_child;
};

enum order { IN_ORDER, PRE_ORDER, POST_ORDER };

static tree_node *node_new(void *key, void *value)
{
    tree_node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->left = NULL;
    node->right = NULL;
    node->height = 1;
    node->left_child = false;
    node->right_child = false;
    node->key = key;
    node->value = value;
    return node;
}

tree *tree_new_full(compare_func compare, void *user, destroy_func key_destroy, destroy_func value_destroy)
{
    tree *tree = malloc(sizeof *tree);
    if (!tree)
        return NULL;
    tree->root = NULL;
    tree->key_compare = compare;
    tree->key_destroy = key_destroy;
    tree->value_destroy = value_destroy;
    tree->key_compare_data = user;
    tree->nnodes = 0;
    tree->ref_count = 1;
    return tree;
}

tree *tree_new_with_data(compare_func compare, void *user)
{
    return tree_new_full(compare, user, NULL, NULL);
}

static int key_order(const tree *tree, const void *a, const void *b)
{
    if (!tree->key_compare)
        abort();
    return tree->key_compare(a, b, tree->key_compare_data);
}

static tree_node *left_child_of(const tree_node *node)
{
    return node && node->left_child ? node->left : NULL;
}

static tree_node *right_child_of(const tree_node *node)
{
    return node && node->right_child ? node->right : NULL;
}

tree_node *tree_node_first(const tree *tree)
{
    tree_node *node;

    if (!tree || !tree->root)
        return NULL;
    node = tree->root;
    while (node->left_child && node->left)
        node = node->left;
    return node;
}

tree_node *tree_node_last(const tree *tree)
{
    tree_node *node;

    if (!tree || !tree->root)
        return NULL;
    node = tree->root;
    while (node->right_child && node->right)
        node = node->right;
    return node;
}

tree_node *tree_node_next(const tree_node *node)
{
    tree_node *next;

    if (!node)
        return NULL;
    next = node->right;
    if (next && node->right_child) {
        while (next->left_child && next->left)
            next = next->left;
    }
    return next;
}

tree_node *tree_node_previous(const tree_node *node)
{
    tree_node *previous;

    if (!node)
        return NULL;
    previous = node->left;
    if (previous && node->left_child) {
        while (previous->right_child && previous->right)
            previous = previous->right;
    }
    return previous;
}

static void entry_destroy(const tree *tree, const tree_node *node)
{
    if (tree->key_destroy)
        tree->key_destroy(node->key);
    if (tree->value_destroy)
        tree->value_destroy(node->value);
}

void tree_remove_all(tree *tree)
{
    tree_node *node;

    if (!tree)
        return;
    node = tree_node_first(tree);
    while (node) {
        tree_node *next = tree_node_next(node);
        entry_destroy(tree, node);
        free(node);
        node = next;
    }
    tree->root = NULL;
    tree->nnodes = 0;
}

tree *tree_ref(tree *tree)
{
    tree->ref_count++;
    return tree;
}

void tree_unref(tree *tree)
{
    if (!tree)
        return;
    if (--tree->ref_count == 0) {
        tree_remove_all(tree);
        free(tree);
    }
}

void tree_destroy(tree *tree)
{
    tree_remove_all(tree);
    tree_unref(tree);
}

static int node_height(const tree_node *node)
{
    return node ? node->height : 0;
}

static void node_height_update(tree_node *node)
{
    int left = node_height(left_child_of(node));
    int right = node_height(right_child_of(node));
    node->height = 1 + (left > right ? left : right);
}

static tree_node *node_rotate_left(tree_node *node)
{
    tree_node *right = node->right;

    if (!right)
        return node;
    if (right->left_child) {
        node->right = right->left;
    } else {
        node->right_child = false;
        right->left_child = true;
    }
    right->left = node;
    node_height_update(node);
    node_height_update(right);
    return right;
}

static tree_node *node_rotate_right(tree_node *node)
{
    tree_node *left = node->left;

    if (!left)
        return node;
    if (left->right_child) {
        node->left = left->right;
    } else {
        node->left_child = false;
        left->right_child = true;
    }
    left->right = node;
    node_height_update(node);
    node_height_update(left);
    return left;
}

static tree_node *node_balance(tree_node *node)
{
    tree_node *left = left_child_of(node);
    tree_node *right = right_child_of(node);

    node_height_update(node);
    if (left && node_height(left) > node_height(right) + 1) {
        if (node_height(left_child_of(left)) < node_height(right_child_of(left)))
            node->left = node_rotate_left(left);
        return node_rotate_right(node);
    }
    if (right && node_height(right) > node_height(left) + 1) {
        if (node_height(right_child_of(right)) < node_height(left_child_of(right)))
            node->right = node_rotate_right(right);
        return node_rotate_left(node);
    }
    return node;
}

static tree_node *insert_real(tree *tree, tree_node *node, void *key, void *value, bool replace)
{
    int cmp = key_order(tree, key, node->key);

    if (cmp == 0) {
        if (tree->value_destroy)
            tree->value_destroy(node->value);
        node->value = value;
        if (replace) {
            if (tree->key_destroy)
                tree->key_destroy(node->key);
            node->key = key;
        } else if (tree->key_destroy) {
            tree->key_destroy(key);
        }
        return node;
    }
    if (cmp < 0) {
        tree_node *left = left_child_of(node);
        if (left) {
            node->left = insert_real(tree, left, key, value, replace);
        } else {
            tree_node *child = node_new(key, value);
            child->left = node->left;
            child->right = node;
            node->left = child;
            node->left_child = true;
            tree->nnodes++;
        }
    } else {
        tree_node *right = right_child_of(node);
        if (right) {
            node->right = insert_real(tree, right, key, value, replace);
        } else {
            tree_node *child = node_new(key, value);
            child->right = node->right;
            child->left = node;
            node->right = child;
            node->right_child = true;
            tree->nnodes++;
        }
    }
    return node_balance(node);
}

static void insert_internal(tree *tree, void *key, void *value, bool replace)
{
    if (!tree)
        return;
    if (tree->root) {
        tree->root = insert_real(tree, tree->root, key, value, replace);
    } else {
        tree->root = node_new(key, value);
        tree->nnodes++;
    }
}

void tree_insert(tree *tree, void *key, void *value)
{
    insert_internal(tree, key, value, false);
}

void tree_replace(tree *tree, void *key, void *value)
{
    insert_internal(tree, key, value, true);
}

static tree_node *remove_real(tree *tree, tree_node *node, const void *key, bool steal)
{
    int cmp = key_order(tree, key, node->key);
    tree_node *left = left_child_of(node);
    tree_node *right = right_child_of(node);

    if (cmp == 0) {
        tree_node *other;
        void *held;

        if (left) {
            other = left;
            while (other->right_child && other->right)
                other = other->right;
        } else if (right) {
            other = right;
            while (other->left_child && other->left)
                other = other->left;
        } else {
            if (!steal)
                entry_destroy(tree, node);
            tree->nnodes--;
            return NULL;
        }
        held = node->key;
        node->key = other->key;
        other->key = held;
        held = node->value;
        node->value = other->value;
        other->value = held;
        cmp = left ? -1 : 1;
    }
    if (cmp < 0 && left) {
        tree_node *child = remove_real(tree, left, key, steal);
        if (child) {
            node->left = child;
        } else {
            node->left = left->left;
            node->left_child = false;
            free(left);
        }
    } else if (cmp > 0 && right) {
        tree_node *child = remove_real(tree, right, key, steal);
        if (child) {
            node->right = child;
        } else {
            node->right = right->right;
            node->right_child = false;
            free(right);
        }
    }
    return node_balance(node);
}

static bool remove_internal(tree *tree, const void *key, bool steal)
{
    tree_node *root;
    tree_node *rest;
    unsigned before;

    if (!tree || !tree->root)
        return false;
    before = tree->nnodes;
    root = tree->root;
    rest = remove_real(tree, root, key, steal);
    if (!rest)
        free(root);
    tree->root = rest;
    return tree->nnodes != before;
}

bool tree_remove(tree *tree, const void *key)
{
    return remove_internal(tree, key, false);
}

bool tree_steal(tree *tree, const void *key)
{
    return remove_internal(tree, key, true);
}

tree_node *tree_find_node(const tree *tree, const void *key)
{
    tree_node *node;

    if (!tree)
        return NULL;
    node = tree->root;
    while (node) {
        int cmp = key_order(tree, key, node->key);
        if (cmp == 0)
            return node;
        node = cmp < 0 ? left_child_of(node) : right_child_of(node);
    }
    return NULL;
}

void *tree_lookup(const tree *tree, const void *key)
{
    tree_node *node = tree_find_node(tree, key);
    return node ? node->value : NULL;
}

void tree_foreach(const tree *tree, traverse_func func, void *user)
{
    tree_node *node = tree_node_first(tree);

    while (node) {
        if (func(node->key, node->value, user))
            return;
        node = tree_node_next(node);
    }
}

static bool node_pre_order(tree_node *node, traverse_func func, void *user)
{
    if (!node)
        return false;
    if (func(node->key, node->value, user))
        return true;
    return node_pre_order(left_child_of(node), func, user) || node_pre_order(right_child_of(node), func, user);
}

static bool node_in_order(tree_node *node, traverse_func func, void *user)
{
    if (!node)
        return false;
    if (node_in_order(left_child_of(node), func, user))
        return true;
    if (func(node->key, node->value, user))
        return true;
    return node_in_order(right_child_of(node), func, user);
}

static bool node_post_order(tree_node *node, traverse_func func, void *user)
{
    if (!node)
        return false;
    if (node_post_order(left_child_of(node), func, user) || node_post_order(right_child_of(node), func, user))
        return true;
    return func(node->key, node->value, user);
}

void tree_traverse(const tree *tree, traverse_func func, enum order order, void *user)
{
    if (!tree || !tree->root)
        return;
    switch (order) {
    case PRE_ORDER:
        node_pre_order(tree->root, func, user);
        break;
    case IN_ORDER:
        node_in_order(tree->root, func, user);
        break;
    case POST_ORDER:
        node_post_order(tree->root, func, user);
        break;
    }
}

static tree_node *node_search(tree_node *node, search_func func, const void *user)
{
    while (node) {
        int direction = func(node->key, (void *)user);
        if (direction == 0)
            return node;
        node = direction < 0 ? left_child_of(node) : right_child_of(node);
    }
    return NULL;
}

void *tree_search(const tree *tree, search_func func, const void *user)
{
    tree_node *node;

    if (!tree)
        return NULL;
    node = node_search(tree->root, func, user);
    return node ? node->value : NULL;
}

int tree_height(const tree *tree)
{
    return tree ? node_height(tree->root) : 0;
}

unsigned tree_nnodes(const tree *tree)
{
    return tree ? tree->nnodes : 0;
}
