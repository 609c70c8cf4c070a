// Nodes that are set and copied as a whole.
// command: lib
// functions: 12
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *left;
    struct node *right;
};

struct wide {
    int value;
    struct node *left;
    struct node *right;
    long more;
};

struct node *new_by_calloc(int value)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->value = value;
    return node;
}

struct node *new_by_memset(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    memset(node, 0, sizeof *node);
    node->value = value;
    return node;
}

struct node *new_by_literal(int value, struct node *left)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    *node = (struct node){.value = value, .left = left};
    return node;
}

struct node *duplicate(const struct node *old)
{
    struct node *node = malloc(sizeof *node);
    if (!node || !old) {
        free(node);
        return NULL;
    }
    *node = *old;
    return node;
}

struct node *duplicate_by_memcpy(const struct node *old)
{
    struct node *node = malloc(sizeof *node);
    if (!node || !old) {
        free(node);
        return NULL;
    }
    memcpy(node, old, sizeof *node);
    return node;
}

void swap_nodes(struct node *a, struct node *b)
{
    struct node held;

    if (!a || !b)
        return;
    held = *a;
    *a = *b;
    *b = held;
}

void move_links(struct node *to, const struct node *from)
{
    if (to && from)
        memmove(&to->left, &from->left, 2 * sizeof to->left);
}

struct node *zeroed_too_little(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    memset(node, 0, sizeof(struct node *) + sizeof(int));
    node->value = value;
    return node; // BUG: zeroed_too_little: links are not set
} // BUG: zeroed_too_little: what is returned is wrong

void copy_uninitialised(struct node *node, int value)
{
    struct node local;

    if (!node)
        return;
    local.value = value;
    local.left = NULL;
    *node = local; // BUG: copy_uninitialised: the right link is not set
} // BUG: copy_uninitialised: a link is not set

void copy_from_shifted(struct node *node, const struct node *old)
{
    if (node && old)
        memcpy(&node->left, &old->right, 2 * sizeof node->left); // BUG: copy_from_shifted: reads behind the node
}

void zero_too_much(struct node *node)
{
    if (node)
        memset(node, 0, sizeof(struct wide)); // BUG: zero_too_much: writes behind the node
}

void set_by_size_given(struct node *node, size_t size)
{
    if (node)
        memset(node, 0, size); // BUG: set_by_size_given: any size
}
