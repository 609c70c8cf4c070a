// The mark is kept in the lowest bit of a link.
// command: lib
// functions: 1
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    bool mark;
    bool right_is_turned;
    struct node *left;
    struct node *right;
};

void mark(struct node *node)
{
    if (node)
        node->left = (struct node *)((uintptr_t)node->left | 1); // BUG: mark: points into a node
} // BUG: mark: a link points into a node
