// When an unfinished node becomes visible to others.
// command: lib
// functions: 10
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *root;
void notify(void);
void visit(struct node *node);

struct node *finished_before(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = value;
    notify();
    node->next = NULL;
    return node;
}

struct node *filled_by_alias(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    struct node *alias = node;
    if (!node)
        return list;
    node->value = 0;
    alias->next = list;
    return node;
}

void dropped_unfinished(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value;
    free(node);
}

struct node *published_then_filled(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    if (!node || !list)
        return list;
    node->value = 0;
    list->next = node;
    node->next = NULL;
    return list;
}

void passed_unfinished(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = 0;
    visit(node); // BUG: passed_unfinished: the link is not set
    node->next = NULL;
}

void global_unfinished(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = 0;
    root = node; // BUG: global_unfinished: the link is not set
    notify(); // BUG: global_unfinished: it sees a node whose link is not set
    node->next = NULL;
}

void reached_unfinished(void)
{
    struct node *outer = malloc(sizeof *outer);
    struct node *inner = malloc(sizeof *inner);
    if (!outer || !inner)
        return;
    outer->value = 0;
    outer->next = inner;
    inner->value = 0;
    visit(outer); // BUG: reached_unfinished: its successor is unfinished
    inner->next = NULL;
}

void filled_after_loop(struct node *list, int n)
{
    struct node *node = malloc(sizeof *node);
    if (!node || !list)
        return;
    node->value = 0;
    list->next = node;
    while (n-- > 0)
        list->value += n;
    node->next = NULL;
}

struct node *filled_if_short(struct node *list, int n)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return list;
    node->value = n;
    if (n < 10)
        node->next = list;
    if (n <= 10)
        return node; // BUG: filled_if_short: the link is not set for 10
    free(node);
    return list;
} // BUG: filled_if_short: what is returned is wrong

struct node *wrong_alias(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    struct node *other = malloc(sizeof *other);
    if (!node || !other)
        return list;
    node->value = 0;
    other->next = list;
    return node; // BUG: wrong_alias: the link of the other node was set
} // BUG: wrong_alias: what is returned is wrong
