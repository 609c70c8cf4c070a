// Immutable sets as 234-trees, which share what they do not change and leave old nodes to a garbage collector: one
// node type with eight fields.
// command: lib
// functions: 27
// requires: tree_foldl: func != NULL
// requires: tree_foldr: func != NULL
// requires: tree_map: func != NULL
// requires: is_leaf: tree != NULL
// requires: index_of: tree != NULL
// requires: child_at: tree != NULL
// requires: split_child: tree != NULL; child != NULL
// requires: insert_into_leaf: tree != NULL
#include <stdbool.h>
#include <stdlib.h>

typedef struct tree tree;

// A node with `count` elements, 1 to 3, has `count + 1` children, or none.
struct tree {
    int count;
    tree *t0;
    long e0;
    tree *t1;
    long e1;
    tree *t2;
    long e2;
    tree *t3;
};

typedef long (*fold_func)(long accumulator, long element);
typedef long (*map_func)(long element);

static tree *node2(tree *t0, long e0, tree *t1)
{
    tree *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->count = 1;
    node->t0 = t0;
    node->e0 = e0;
    node->t1 = t1;
    node->e1 = 0;
    node->t2 = NULL;
    node->e2 = 0;
    node->t3 = NULL;
    return node;
}

static tree *node3(tree *t0, long e0, tree *t1, long e1, tree *t2)
{
    tree *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->count = 2;
    node->t0 = t0;
    node->e0 = e0;
    node->t1 = t1;
    node->e1 = e1;
    node->t2 = t2;
    node->e2 = 0;
    node->t3 = NULL;
    return node;
}

static tree *node4(tree *t0, long e0, tree *t1, long e1, tree *t2, long e2, tree *t3)
{
    tree *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->count = 3;
    node->t0 = t0;
    node->e0 = e0;
    node->t1 = t1;
    node->e1 = e1;
    node->t2 = t2;
    node->e2 = e2;
    node->t3 = t3;
    return node;
}

tree *tree_empty(void)
{
    return NULL;
}

tree *tree_singleton(long element)
{
    return node2(NULL, element, NULL);
}

bool tree_is_empty(const tree *tree)
{
    return tree == NULL;
}

static bool is_leaf(const tree *tree)
{
    return tree->t0 == NULL;
}

bool tree_is_singleton(const tree *tree)
{
    return tree && tree->count == 1 && is_leaf(tree);
}

// The child below which an element belongs.
static int index_of(const tree *tree, long element)
{
    if (element < tree->e0)
        return 0;
    if (tree->count < 2 || element < tree->e1)
        return 1;
    if (tree->count < 3 || element < tree->e2)
        return 2;
    return 3;
}

static tree *child_at(const tree *tree, int index)
{
    switch (index) {
    case 0:
        return tree->t0;
    case 1:
        return tree->t1;
    case 2:
        return tree->t2;
    default:
        return tree->t3;
    }
}

bool tree_search(const tree *tree, long element)
{
    while (tree) {
        if (element == tree->e0 || (tree->count > 1 && element == tree->e1) ||
            (tree->count > 2 && element == tree->e2))
            return true;
        tree = child_at(tree, index_of(tree, element));
    }
    return false;
}

long tree_search_any(const tree *tree, long otherwise)
{
    return tree ? tree->e0 : otherwise;
}

long tree_search_min(const tree *tree, long otherwise)
{
    if (!tree)
        return otherwise;
    while (tree->t0)
        tree = tree->t0;
    return tree->e0;
}

long tree_search_max(const tree *tree, long otherwise)
{
    while (tree) {
        if (tree->count == 3) {
            otherwise = tree->e2;
            tree = tree->t3;
        } else if (tree->count == 2) {
            otherwise = tree->e1;
            tree = tree->t2;
        } else {
            otherwise = tree->e0;
            tree = tree->t1;
        }
    }
    return otherwise;
}

// The greatest element that is less than `bound`.
long tree_search_lt(const tree *tree, long bound, long otherwise)
{
    while (tree) {
        if (tree->count > 2 && tree->e2 < bound) {
            otherwise = tree->e2;
            tree = tree->t3;
        } else if (tree->count > 1 && tree->e1 < bound) {
            otherwise = tree->e1;
            tree = tree->t2;
        } else if (tree->e0 < bound) {
            otherwise = tree->e0;
            tree = tree->t1;
        } else {
            tree = tree->t0;
        }
    }
    return otherwise;
}

unsigned long tree_size(const tree *tree)
{
    if (!tree)
        return 0;
    switch (tree->count) {
    case 1:
        return 1 + tree_size(tree->t0) + tree_size(tree->t1);
    case 2:
        return 2 + tree_size(tree->t0) + tree_size(tree->t1) + tree_size(tree->t2);
    default:
        return 3 + tree_size(tree->t0) + tree_size(tree->t1) + tree_size(tree->t2) + tree_size(tree->t3);
    }
}

unsigned tree_depth(const tree *tree)
{
    unsigned depth = 0;

    while (tree) {
        depth++;
        tree = tree->t0;
    }
    return depth;
}

long tree_foldl(const tree *tree, fold_func func, long accumulator)
{
    if (!tree)
        return accumulator;
    accumulator = tree_foldl(tree->t0, func, accumulator);
    accumulator = func(accumulator, tree->e0);
    accumulator = tree_foldl(tree->t1, func, accumulator);
    if (tree->count < 2)
        return accumulator;
    accumulator = func(accumulator, tree->e1);
    accumulator = tree_foldl(tree->t2, func, accumulator);
    if (tree->count < 3)
        return accumulator;
    accumulator = func(accumulator, tree->e2);
    return tree_foldl(tree->t3, func, accumulator);
}

long tree_foldr(const tree *tree, fold_func func, long accumulator)
{
    if (!tree)
        return accumulator;
    if (tree->count > 2) {
        accumulator = tree_foldr(tree->t3, func, accumulator);
        accumulator = func(accumulator, tree->e2);
    }
    if (tree->count > 1) {
        accumulator = tree_foldr(tree->t2, func, accumulator);
        accumulator = func(accumulator, tree->e1);
    }
    accumulator = tree_foldr(tree->t1, func, accumulator);
    accumulator = func(accumulator, tree->e0);
    return tree_foldr(tree->t0, func, accumulator);
}

// Keeps the shape; the function should be increasing.
tree *tree_map(const tree *tree, map_func func)
{
    if (!tree)
        return NULL;
    switch (tree->count) {
    case 1:
        return node2(tree_map(tree->t0, func), func(tree->e0), tree_map(tree->t1, func));
    case 2:
        return node3(tree_map(tree->t0, func), func(tree->e0), tree_map(tree->t1, func), func(tree->e1),
                     tree_map(tree->t2, func));
    default:
        return node4(tree_map(tree->t0, func), func(tree->e0), tree_map(tree->t1, func), func(tree->e1),
                     tree_map(tree->t2, func), func(tree->e2), tree_map(tree->t3, func));
    }
}

static tree *copy(const tree *tree)
{
    if (!tree)
        return NULL;
    switch (tree->count) {
    case 1:
        return node2(tree->t0, tree->e0, tree->t1);
    case 2:
        return node3(tree->t0, tree->e0, tree->t1, tree->e1, tree->t2);
    default:
        return node4(tree->t0, tree->e0, tree->t1, tree->e1, tree->t2, tree->e2, tree->t3);
    }
}

static tree *replace_child(const tree *old, int index, tree *child)
{
    tree *node = copy(old);

    if (!node)
        return NULL;
    switch (index) {
    case 0:
        node->t0 = child;
        break;
    case 1:
        node->t1 = child;
        break;
    case 2:
        node->t2 = child;
        break;
    default:
        node->t3 = child;
        break;
    }
    return node;
}

// Splits a full child of a node that is not full; its middle element moves up.
static tree *split_child(const tree *tree, int index, const struct tree *child)
{
    struct tree *left = node2(child->t0, child->e0, child->t1);
    struct tree *right = node2(child->t2, child->e2, child->t3);

    if (tree->count == 1) {
        if (index == 0)
            return node3(left, child->e1, right, tree->e0, tree->t1);
        return node3(tree->t0, tree->e0, left, child->e1, right);
    }
    switch (index) {
    case 0:
        return node4(left, child->e1, right, tree->e0, tree->t1, tree->e1, tree->t2);
    case 1:
        return node4(tree->t0, tree->e0, left, child->e1, right, tree->e1, tree->t2);
    default:
        return node4(tree->t0, tree->e0, tree->t1, tree->e1, left, child->e1, right);
    }
}

static tree *insert_into_leaf(const tree *tree, long element)
{
    int index = index_of(tree, element);

    if (tree->count == 1) {
        if (index == 0)
            return node3(NULL, element, NULL, tree->e0, NULL);
        return node3(NULL, tree->e0, NULL, element, NULL);
    }
    switch (index) {
    case 0:
        return node4(NULL, element, NULL, tree->e0, NULL, tree->e1, NULL);
    case 1:
        return node4(NULL, tree->e0, NULL, element, NULL, tree->e1, NULL);
    default:
        return node4(NULL, tree->e0, NULL, tree->e1, NULL, element, NULL);
    }
}

// Inserts below a node that is not full.
static tree *insert_into(const tree *tree, long element)
{
    struct tree *child;
    int index;

    if (!tree)
        return NULL;
    if (is_leaf(tree))
        return insert_into_leaf(tree, element);
    index = index_of(tree, element);
    child = child_at(tree, index);
    if (child && child->count == 3 && tree->count < 3) {
        tree = split_child(tree, index, child);
        if (!tree)
            return NULL;
        index = index_of(tree, element);
        child = child_at(tree, index);
    }
    return replace_child(tree, index, insert_into(child, element));
}

tree *tree_insert(tree *tree, long element)
{
    if (!tree)
        return tree_singleton(element);
    if (tree_search(tree, element))
        return tree;
    if (tree->count == 3)
        tree = node2(node2(tree->t0, tree->e0, tree->t1), tree->e1, node2(tree->t2, tree->e2, tree->t3));
    return insert_into(tree, element);
}

tree *tree_union(tree *a, const tree *b)
{
    if (!b)
        return a;
    a = tree_union(a, b->t0);
    a = tree_insert(a, b->e0);
    a = tree_union(a, b->t1);
    if (b->count > 1) {
        a = tree_insert(a, b->e1);
        a = tree_union(a, b->t2);
    }
    if (b->count > 2) {
        a = tree_insert(a, b->e2);
        a = tree_union(a, b->t3);
    }
    return a;
}
