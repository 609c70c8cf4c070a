// A list of queues that may be empty, each of which keeps the address of the link where the next node goes: its own first
// link while it is empty, that of its last node otherwise.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct queue {
    struct node *first;
    struct node **end;
    struct queue *next;
};

static void append(struct queue *queue)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->value = 0;
    *queue->end = node;
    queue->end = &node->next;
}

int main(void)
{
    struct queue *queues = NULL;
    while (__VERIFIER_nondet_int()) {
        struct queue *queue = malloc(sizeof *queue);
        if (!queue)
            exit(1);
        queue->first = NULL;
        queue->end = &queue->first;
        queue->next = queues;
        queues = queue;
        while (__VERIFIER_nondet_int())
            append(queue);
    }
    for (struct queue *queue = queues; queue; queue = queue->next)
        append(queue);
    while (queues) {
        struct queue *next = queues->next;
        struct node *node = queues->first;
        while (node) {
            struct node *after = node->next;
            free(node);
            node = after;
        }
        free(queues);
        queues = next;
    }
    return 0;
}
