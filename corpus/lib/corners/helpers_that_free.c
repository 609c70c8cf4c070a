// Memory that a helper frees, and that is used or freed again by its callers; links that are left to freed nodes.
// command: lib
// functions: 20
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head;
    int length;
};

static struct node resident;

void release(struct node *node)
{
    free(node);
}

static void release_both(struct node *one, struct node *other)
{
    release(one);
    release(other);
}

void release_all(struct node *node)
{
    while (node) {
        struct node *next = node->next;
        release(node);
        node = next;
    }
}

void used_after(struct node *node)
{
    if (!node)
        return;
    release(node);
    node->value = 0; // BUG: used_after: the helper freed the node
}

void released_twice(struct node *node)
{
    release(node);
    release(node); // BUG: released_twice: the helper freed the node before
}

void released_then_freed(struct node *node)
{
    release(node);
    free(node); // BUG: released_then_freed: the helper freed the node
}

void freed_then_released(struct node *node)
{
    free(node);
    release(node); // BUG: freed_then_released: the node is freed
}

void both_are_one(struct node *node)
{
    release_both(node, node); // BUG: both_are_one: the helper frees the node twice
}

void used_after_two_calls(struct node *one, struct node *other)
{
    if (!one || !other || one == other)
        return;
    release_both(one, other);
    other->value = 0; // BUG: used_after_two_calls: the helper of the helper freed the node
}

struct node *returned_after(struct node *node)
{
    release(node);
    return node; // BUG: returned_after: the helper freed the node
}

void head_used_after_all(struct node *list)
{
    if (!list)
        return;
    release_all(list);
    list->value = 0; // BUG: head_used_after_all: the loop of the helper freed the node
}

void second_used_after_all(struct node *list)
{
    struct node *second;

    if (!list || !list->next || list->next == list)
        return;
    second = list->next;
    release_all(list);
    second->value = 0; // BUG: second_used_after_all: the loop of the helper freed the node
}

void head_left(struct list *list)
{
    if (list && list->head)
        free(list->head); // BUG: head_left: the list still links to the node
} // BUG: head_left: the list still links to the node

void head_left_by_helper(struct list *list)
{
    if (list && list->head)
        release(list->head); // BUG: head_left_by_helper: the list still links to the node
} // BUG: head_left_by_helper: the list still links to the node

void all_left(struct list *list)
{
    if (list)
        release_all(list->head); // BUG: all_left: the list still links to the first node
} // BUG: all_left: the list still links to the first node

void cleared(struct list *list)
{
    if (!list)
        return;
    release_all(list->head);
    list->head = NULL;
    list->length = 0;
}

void popped(struct list *list)
{
    struct node *node;

    if (!list || !list->head)
        return;
    node = list->head;
    list->head = node->next;
    list->length--;
    release(node);
}

int value_before(struct node *node)
{
    int value;

    if (!node)
        return 0;
    value = node->value;
    release(node);
    return value;
}

void one_then_other(struct node *node)
{
    release(node);
    node = &resident;
    node->value = 0;
}

void on_one_path(struct node *node, int done)
{
    if (!node)
        return;
    if (done)
        release(node);
    node->value = 0; // BUG: on_one_path: the helper freed the node
}
