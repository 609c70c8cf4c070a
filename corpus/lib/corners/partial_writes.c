// Links that are overwritten byte by byte, or read as something else.
// command: lib
// functions: 8
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    int flags;
    struct node *next;
};

void set_flag(struct node *node, int bit)
{
    if (node && bit >= 0 && bit < 31)
        node->flags |= 1 << bit;
}

unsigned long hash(const struct node *node)
{
    uintptr_t address = (uintptr_t)node;
    return (address >> 4) * 31;
}

int value_byte(const struct node *node)
{
    return node ? *(const char *)&node->value : 0;
}

void one_byte(struct node *node)
{
    if (node)
        *(char *)&node->next = 1; // BUG: one_byte: the first byte of the link
} // BUG: one_byte: the link is partly overwritten

void low_half(struct node *node, int half)
{
    if (node)
        *(int *)&node->next = half; // BUG: low_half: half of the link
} // BUG: low_half: half of the link is overwritten

void both_ints(struct node *node, long both)
{
    if (node)
        *(long *)&node->flags = both; // BUG: both_ints: reaches into the link
} // BUG: both_ints: half of the link is overwritten

void behind(struct node *node)
{
    if (node)
        *((int *)node + 4) = 0; // BUG: behind: the next member of the array is behind the node
}

void truncated(struct node *node, struct node *other)
{
    if (node)
        node->next = (struct node *)(uintptr_t)(unsigned)(uintptr_t)other; // BUG: truncated: half of the address
} // BUG: truncated: the link is half an address
