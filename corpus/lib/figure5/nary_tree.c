// A library of n-ary trees, as rich as GLib's: one node type with five fields, four of them links.
// command: lib
// functions: 33
// requires: nary_children_foreach: func != NULL
// requires: nary_traverse_pre_order: func != NULL
// requires: nary_traverse_post_order: func != NULL
#include <stdbool.h>
#include <stdlib.h>

typedef struct nary nary;

struct nary {
    void *data;
    nary *next;
    nary *prev;
    nary *parent;
    nary *children;
};

typedef bool (*traverse_func)(nary *node, void *user);
typedef void (*visit_func)(nary *node, void *user);
typedef void *(*copy_func)(const void *data, void *user);

nary *nary_new(void *data)
{
    nary *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->data = data;
    node->next = NULL;
    node->prev = NULL;
    node->parent = NULL;
    node->children = NULL;
    return node;
}

static void free_all(nary *node)
{
    while (node) {
        nary *next = node->next;
        free_all(node->children);
        free(node);
        node = next;
    }
}

void nary_unlink(nary *node)
{
    if (!node)
        return;
    if (node->prev)
        node->prev->next = node->next;
    else if (node->parent)
        node->parent->children = node->next;
    node->parent = NULL;
    if (node->next) {
        node->next->prev = node->prev;
        node->next = NULL;
    }
    node->prev = NULL;
}

void nary_destroy(nary *root)
{
    if (!root)
        return;
    nary_unlink(root);
    free_all(root->children);
    free(root);
}

bool nary_is_root(const nary *node)
{
    return node && !node->parent && !node->prev && !node->next;
}

nary *nary_get_root(nary *node)
{
    if (!node)
        return NULL;
    while (node->parent)
        node = node->parent;
    return node;
}

bool nary_is_ancestor(const nary *node, const nary *descendant)
{
    if (!node)
        return false;
    while (descendant) {
        if (descendant->parent == node)
            return true;
        descendant = descendant->parent;
    }
    return false;
}

unsigned nary_depth(const nary *node)
{
    unsigned depth = 0;

    while (node) {
        depth++;
        node = node->parent;
    }
    return depth;
}

unsigned nary_max_height(const nary *root)
{
    const nary *child;
    unsigned height = 0;

    if (!root)
        return 0;
    for (child = root->children; child; child = child->next) {
        unsigned below = nary_max_height(child);
        if (below > height)
            height = below;
    }
    return height + 1;
}

nary *nary_last_sibling(nary *node)
{
    if (!node)
        return NULL;
    while (node->next)
        node = node->next;
    return node;
}

nary *nary_first_sibling(nary *node)
{
    if (!node)
        return NULL;
    if (node->parent)
        return node->parent->children;
    while (node->prev)
        node = node->prev;
    return node;
}

nary *nary_last_child(const nary *node)
{
    return node ? nary_last_sibling(node->children) : NULL;
}

nary *nary_insert_before(nary *parent, nary *sibling, nary *node)
{
    if (!parent || !node || !nary_is_root(node))
        return node;
    node->parent = parent;
    if (sibling) {
        if (sibling->prev) {
            node->prev = sibling->prev;
            node->prev->next = node;
            node->next = sibling;
            sibling->prev = node;
        } else {
            parent->children = node;
            node->next = sibling;
            sibling->prev = node;
        }
    } else {
        if (parent->children) {
            sibling = parent->children;
            while (sibling->next)
                sibling = sibling->next;
            node->prev = sibling;
            sibling->next = node;
        } else {
            parent->children = node;
        }
    }
    return node;
}

nary *nary_insert_after(nary *parent, nary *sibling, nary *node)
{
    if (!parent || !node || !nary_is_root(node))
        return node;
    node->parent = parent;
    if (sibling) {
        if (sibling->next)
            sibling->next->prev = node;
        node->next = sibling->next;
        node->prev = sibling;
        sibling->next = node;
    } else {
        if (parent->children) {
            node->next = parent->children;
            parent->children->prev = node;
        }
        parent->children = node;
    }
    return node;
}

nary *nary_prepend(nary *parent, nary *node)
{
    return nary_insert_before(parent, parent ? parent->children : NULL, node);
}

nary *nary_append(nary *parent, nary *node)
{
    return nary_insert_before(parent, NULL, node);
}

nary *nary_nth_child(nary *node, unsigned n)
{
    if (!node)
        return NULL;
    node = node->children;
    while (n-- > 0 && node)
        node = node->next;
    return node;
}

nary *nary_insert(nary *parent, int position, nary *node)
{
    if (position > 0)
        return nary_insert_before(parent, nary_nth_child(parent, (unsigned)position), node);
    if (position == 0)
        return nary_prepend(parent, node);
    return nary_append(parent, node);
}

nary *nary_append_data(nary *parent, void *data)
{
    nary *node = nary_new(data);
    return node ? nary_append(parent, node) : NULL;
}

nary *nary_copy_deep(nary *node, copy_func copy, void *user)
{
    nary *result;
    nary *child;

    if (!node)
        return NULL;
    result = nary_new(copy ? copy(node->data, user) : node->data);
    if (!result)
        return NULL;
    for (child = nary_last_child(node); child; child = child->prev)
        nary_prepend(result, nary_copy_deep(child, copy, user));
    return result;
}

nary *nary_copy(nary *node)
{
    return nary_copy_deep(node, NULL, NULL);
}

unsigned nary_n_children(const nary *node)
{
    unsigned n = 0;

    if (!node)
        return 0;
    for (node = node->children; node; node = node->next)
        n++;
    return n;
}

int nary_child_position(const nary *node, const nary *child)
{
    int n = 0;

    if (!node || !child || child->parent != node)
        return -1;
    for (node = node->children; node; node = node->next) {
        if (node == child)
            return n;
        n++;
    }
    return -1;
}

int nary_child_index(const nary *node, const void *data)
{
    int n = 0;

    if (!node)
        return -1;
    for (node = node->children; node; node = node->next) {
        if (node->data == data)
            return n;
        n++;
    }
    return -1;
}

nary *nary_find_child(nary *node, const void *data)
{
    if (!node)
        return NULL;
    for (node = node->children; node; node = node->next) {
        if (node->data == data)
            return node;
    }
    return NULL;
}

void nary_reverse_children(nary *node)
{
    nary *child;
    nary *last = NULL;

    if (!node)
        return;
    child = node->children;
    while (child) {
        last = child;
        child = last->next;
        last->next = last->prev;
        last->prev = child;
    }
    node->children = last;
}

bool nary_traverse_pre_order(nary *node, traverse_func func, void *user)
{
    nary *child;

    if (!node)
        return false;
    if (func(node, user))
        return true;
    child = node->children;
    while (child) {
        nary *current = child;
        child = current->next;
        if (nary_traverse_pre_order(current, func, user))
            return true;
    }
    return false;
}

bool nary_traverse_post_order(nary *node, traverse_func func, void *user)
{
    nary *child;

    if (!node)
        return false;
    child = node->children;
    while (child) {
        nary *current = child;
        child = current->next;
        if (nary_traverse_post_order(current, func, user))
            return true;
    }
    return func(node, user);
}

void nary_children_foreach(nary *node, visit_func func, void *user)
{
    if (!node)
        return;
    node = node->children;
    while (node) {
        nary *current = node;
        node = current->next;
        func(current, user);
    }
}

unsigned nary_n_nodes(const nary *root)
{
    unsigned n = 1;

    if (!root)
        return 0;
    for (root = root->children; root; root = root->next)
        n += nary_n_nodes(root);
    return n;
}

nary *nary_find(nary *root, const void *data)
{
    nary *child;

    if (!root || root->data == data)
        return root;
    for (child = root->children; child; child = child->next) {
        nary *found = nary_find(child, data);
        if (found)
            return found;
    }
    return NULL;
}

nary *nary_next_in_pre_order(nary *node)
{
    if (!node)
        return NULL;
    if (node->children)
        return node->children;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

nary *nary_find_iterative(nary *root, const void *data)
{
    nary *node = root;

    while (node && node->data != data)
        node = nary_next_in_pre_order(node);
    return node;
}
