// Preconditions that relate members: a pointer is needed only where something else holds; and callers, in whose terms they
// are stated again, or for whom they hold. That a list has a tail where it has a length is what all functions keep: a promise.
// command: lib
// functions: 11
// requires: push_to_owner: owner->list != NULL
// requires: second_value: node->next != NULL
// requires: third_value: node->next->next != NULL
// requires: global_value: top.tail != NULL
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    struct node *prev;
};

struct list {
    struct node *head;
    struct node *tail;
    int length;
};

struct owner {
    struct list *list;
};

static struct list top;

struct node *push_back(struct list *list, struct node *node)
{
    if (!list || !node)
        return NULL;
    if (list->length) {
        node->prev = list->tail;
        node->next = NULL;
        list->tail->next = node;
        list->tail = node;
    } else {
        list->head = list->tail = node;
        node->prev = node->next = NULL;
    }
    list->length++;
    return node;
}

void push_both(struct list *list, struct node *one)
{
    push_back(list, one);
}

void push_to_empty(struct list *list, struct node *node)
{
    if (!list)
        return;
    list->length = 0;
    push_back(list, node);
}

void push_to_owner(struct owner *owner, struct node *node)
{
    if (!owner)
        return;
    owner->list->head = node;
    push_back(owner->list, node);
}

int last_value(struct list *list)
{
    if (!list)
        return 0;
    if (list->length > 0)
        return list->tail->value;
    return 0;
}

int second_value(struct node *node)
{
    return node ? node->next->value : 0;
}

int third_value(struct node *node)
{
    return node ? second_value(node->next) : 0;
}

int second_value_checked(struct node *node)
{
    return node && node->next ? second_value(node) : 0;
}

int second_of_made(void)
{
    struct node node = {1, NULL, NULL};

    return second_value(&node); // BUG: second_of_made: there is no second node
}

int second_of_linked(void)
{
    struct node second = {2, NULL, NULL};
    struct node node = {1, &second, NULL};

    return second_value(&node);
}

int global_value(void)
{
    return top.tail->value;
}
