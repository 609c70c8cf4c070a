// Nodes with an array of links.
// command: lib
// functions: 16
// requires: node_child_negative: i >= 0
#include <stdlib.h>

struct node {
    int count;
    int keys[3];
    struct node *child[4];
    struct node *parent;
};

struct node *node_new(struct node *parent)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->count = 0;
    node->parent = parent;
    for (int i = 0; i < 3; i++)
        node->keys[i] = 0;
    node->child[0] = NULL;
    node->child[1] = NULL;
    node->child[2] = NULL;
    node->child[3] = NULL;
    return node;
}

struct node *node_new_by_loop(struct node *parent)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->count = 0;
    node->parent = parent;
    for (int i = 0; i < 4; i++)
        node->child[i] = NULL;
    return node;
}

struct node *node_child(struct node *node, int i)
{
    if (!node || i < 0 || i >= 4)
        return NULL;
    return node->child[i];
}

struct node *node_child_unsigned(struct node *node, unsigned i)
{
    return node && i < 4 ? node->child[i] : NULL;
}

void node_set_child(struct node *node, int i, struct node *child)
{
    if (!node || i < 0 || i > 3)
        return;
    node->child[i] = child;
    if (child)
        child->parent = node;
}

int node_depth(struct node *node)
{
    int deepest = 0;

    if (!node)
        return 0;
    for (int i = 0; i < 4; i++) {
        int depth = node_depth(node->child[i]);
        if (depth > deepest)
            deepest = depth;
    }
    return deepest + 1;
}

void node_shift_children(struct node *node)
{
    if (!node)
        return;
    for (int i = 3; i > 0; i--)
        node->child[i] = node->child[i - 1];
    node->child[0] = NULL;
}

struct node *node_child_one_too_far(struct node *node, int i)
{
    if (!node || i < 1 || i > 5)
        return NULL;
    return node->child[i]; // BUG: node_child_one_too_far: 4 is the parent, 5 is behind the node
} // BUG: node_child_one_too_far: what is returned is wrong

struct node *node_child_negative(struct node *node, int i)
{
    if (!node || i >= 4)
        return NULL;
    return node->child[i];
}

struct node *node_last_child(struct node *node)
{
    if (!node)
        return NULL;
    return node->child[node->count];
}

void node_set_key(struct node *node, int i, int key)
{
    if (node && i >= 0 && i <= 9)
        node->keys[i] = key; // BUG: node_set_key: overwrites links
} // BUG: node_set_key: a link is partly overwritten

struct node *node_new_incomplete(struct node *parent)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->count = 0;
    node->parent = parent;
    node->child[0] = NULL;
    node->child[1] = NULL;
    node->child[3] = NULL;
    return node; // BUG: node_new_incomplete: `child[2]` is not set
} // BUG: node_new_incomplete: what is returned is wrong

struct node *node_child_masked(struct node *node, unsigned i)
{
    return node ? node->child[i & 3] : NULL;
}

void node_clear_by_pointer(struct node *node)
{
    if (!node)
        return;
    for (struct node **child = node->child; child < node->child + 4; child++)
        *child = NULL;
}

struct node *node_child_masked_wrongly(struct node *node, unsigned i)
{
    return node ? node->child[i & 7] : NULL; // BUG: node_child_masked_wrongly: behind the node
}

void node_clear_too_far(struct node *node)
{
    if (!node)
        return;
    for (struct node **child = node->child; child <= node->child + 5; child++)
        *child = NULL; // BUG: node_clear_too_far: behind the node
}
