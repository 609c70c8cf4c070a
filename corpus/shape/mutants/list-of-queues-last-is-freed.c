// A list of queues, each of which names its first and its last node. The first node is taken off each queue, and where
// it was the only one the queue still names it as its last.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct queue {
    struct node *first;
    struct node *last;
    struct queue *next;
};

static struct node *new_node(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->value = __VERIFIER_nondet_int();
    return node;
}

static void append(struct queue *queue)
{
    struct node *node = new_node();
    queue->last->next = node;
    queue->last = node;
}

int main(void)
{
    struct queue *queues = NULL;
    while (__VERIFIER_nondet_int()) {
        struct queue *queue = malloc(sizeof *queue);
        if (!queue)
            exit(1);
        queue->first = queue->last = new_node();
        queue->next = queues;
        queues = queue;
    }
    for (struct queue *queue = queues; queue; queue = queue->next)
        while (__VERIFIER_nondet_int())
            append(queue);
    for (struct queue *queue = queues; queue; queue = queue->next) {
        struct node *node = queue->first;
        queue->first = node->next;
        free(node);
    }
    for (struct queue *queue = queues; queue; queue = queue->next)
        queue->last->value = 0; // BUG: use-after-free
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
