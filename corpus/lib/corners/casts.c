// Calls and memory seen through other types.
// command: lib
// functions: 12
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

struct wide {
    int value;
    struct wide *next;
    long more;
};

void *anything(void);
struct node *any_node(void);
void any_call(void *data);

static int wide_value(struct wide *wide)
{
    return wide ? wide->value + (int)wide->more : 0;
}

int from_outside(void)
{
    struct node *node = any_node();
    return node ? node->value : 0;
}

void to_outside(struct node *node)
{
    any_call(node);
    if (node)
        node->value = 0;
}

int by_cast_function(struct node *node)
{
    return ((int (*)(struct node *))wide_value)(node); // BUG: by_cast_function: the function takes wider nodes
}

int by_cast_pointer(struct node *node)
{
    int (*get)(struct node *) = (int (*)(struct node *))wide_value;
    return get(node); // BUG: by_cast_pointer: the function takes wider nodes
}

struct node *from_anything(void)
{
    return anything(); // BUG: from_anything: it can be anything
}

int value_of_anything(void)
{
    struct node *node = anything();
    return node ? node->value : 0; // BUG: value_of_anything: it can be anything
}

void union_pun(struct node *node, long number)
{
    union {
        long number;
        struct node *node;
    } pun;

    pun.number = number;
    if (node)
        node->next = pun.node; // BUG: union_pun: a number is no node
} // BUG: union_pun: the link is a number

void from_buffer(struct node *node, const char *buffer)
{
    if (node && buffer)
        memcpy(&node->next, buffer, sizeof node->next); // BUG: from_buffer: bytes are no node
} // BUG: from_buffer: the link is made of bytes

void from_wide(struct node *node, const struct wide *wide)
{
    if (node && wide)
        memcpy(node, wide, sizeof *node); // BUG: from_wide: a link to a wide node
} // BUG: from_wide: the link is a wide node

struct wide *used_twice(struct node *list)
{
    struct node *node = malloc(sizeof(struct wide));
    struct wide *wide = (struct wide *)node;

    if (!node || !list)
        return NULL;
    node->value = 1;
    node->next = list;
    wide->more = 0;
    return wide; // BUG: used_twice: its link points to a narrow node
} // BUG: used_twice: what is returned is wrong

void both_at_once(struct node *node, struct wide *list)
{
    struct wide *block = malloc(sizeof *block);

    if (!block || !node)
        return;
    block->value = 1;
    block->next = list;
    block->more = 0;
    node->next = (struct node *)block; // BUG: both_at_once: a wide node is no node
} // BUG: both_at_once: the link is a wide node
