// Nodes from functions that wrap the allocator.
// command: lib
// functions: 7
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

static void *xmalloc(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static void *zalloc(size_t size)
{
    void *block = xmalloc(size);
    memset(block, 0, size);
    return block;
}

static struct node *node_new(int value)
{
    struct node *node = xmalloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    return node;
}

struct node *push(struct node *list, int value)
{
    struct node *node = node_new(value);
    node->next = list;
    return node;
}

struct node *push_zeroed(struct node *list, int value)
{
    struct node *node = zalloc(sizeof *node);
    node->value = value;
    if (list)
        node->next = list;
    return node;
}

struct node *push_unset(struct node *list, int value)
{
    struct node *node = xmalloc(sizeof *node);
    node->value = value;
    if (list)
        node->next = list;
    return node; // BUG: push_unset: the link is not set if the list is empty
}

struct node *push_short(struct node *list, int value)
{
    struct node *node = xmalloc(sizeof node); // BUG: push_short: the size of a pointer
    node->value = value;
    node->next = list; // BUG: push_short: outside the block
    return node; // BUG: push_short: an incomplete node
}
