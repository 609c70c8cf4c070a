#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *push(struct node *top, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return top;
    node->value = value;
    node->next = top;
    return node;
}

int peek(const struct node *top)
{
    return top->value;
}

struct node *copy(const struct node *node)
{
    struct node *copy = malloc(sizeof copy);
    if (copy && node)
        *copy = *node;
    return copy;
}
