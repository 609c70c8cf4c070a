// Structs that hold links and are passed and returned by value.
// command: lib
// functions: 6
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *first;
    struct node *last;
};

struct split {
    struct node *even;
    struct node *odd;
    int count;
};

struct queue enqueue(struct queue queue, struct node *node)
{
    if (!node)
        return queue;
    node->next = NULL;
    if (queue.last)
        queue.last->next = node;
    else
        queue.first = node;
    queue.last = node;
    return queue;
}

struct split split(struct node *list)
{
    struct split result = {NULL, NULL, 0};

    while (list) {
        struct node *next = list->next;
        if (list->value % 2) {
            list->next = result.odd;
            result.odd = list;
        } else {
            list->next = result.even;
            result.even = list;
        }
        result.count++;
        list = next;
    }
    return result;
}

int length(struct queue queue)
{
    int n = 0;
    for (struct node *node = queue.first; node; node = node->next)
        n++;
    return n;
}

struct queue half_set(struct node *node)
{
    struct queue queue;

    queue.first = node;
    if (node)
        queue.last = node;
    return queue; // BUG: half_set: `last` is not set if the node is null
} // BUG: half_set: what is returned is wrong

struct queue wrong_end(struct queue queue)
{
    if (queue.first)
        queue.last = queue.first + 1; // BUG: wrong_end: the end of a node is no node
    return queue; // BUG: wrong_end: `last` is no node
} // BUG: wrong_end: what is returned is wrong

struct queue dead_end(int value)
{
    struct node node = {value, NULL};
    struct queue queue = {NULL, NULL};

    queue.first = &node;
    return queue; // BUG: dead_end: the node dies here
} // BUG: dead_end: a dead node is returned
