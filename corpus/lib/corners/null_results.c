// Helpers that return null, and callers that use what they return: a condition on a local variable, or on the result of a
// call, is no precondition.
// command: lib
// functions: 12
// requires: second_of: node != NULL
// requires: append: list != NULL
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *nothing(void)
{
    return NULL;
}

int uses_nothing(void)
{
    return nothing()->value; // BUG: uses_nothing: the helper returns null
}

struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        return NULL;
    node->value = value;
    node->next = NULL;
    return node;
}

int uses_made(int value)
{
    struct node *node = make(value);

    return node->value; // BUG: uses_made: the allocation may have failed
}

struct node *pushed(struct node *list, int value)
{
    struct node *node = make(value);

    node->next = list; // BUG: pushed: the allocation may have failed
    return node;
}

int checks_made(int value)
{
    struct node *node = make(value);
    int result = node ? node->value : 0;

    free(node);
    return result;
}

struct node *find(struct node *list, int value)
{
    while (list && list->value != value)
        list = list->next;
    return list;
}

int uses_found(struct node *list)
{
    return find(list, 7)->value; // BUG: uses_found: there may be no such node
}

int checks_found(struct node *list)
{
    struct node *node = find(list, 7);

    return node ? node->value : 0;
}

struct node *last(struct node *list)
{
    struct node *node = list;

    while (node && node->next)
        node = node->next;
    return node;
}

void append(struct node *list, struct node *node)
{
    last(list)->next = node;
}

int second_of(struct node *node)
{
    struct node *next = node->next;

    return next ? next->value : 0;
}
