// The pointer to the last node is not reset when the queue runs empty.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct queue {
    struct node *head;
    struct node *tail;
};

static void put(struct queue *queue, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value;
    node->next = NULL;
    if (queue->tail)
        queue->tail->next = node; // BUG: use-after-free
    else
        queue->head = node;
    queue->tail = node;
}

static int get(struct queue *queue)
{
    struct node *node = queue->head;
    int value = node->value;
    queue->head = node->next;
    free(node);
    return value;
}

int main(void)
{
    struct queue queue = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&queue, __VERIFIER_nondet_int());
        else if (queue.head)
            get(&queue);
    }
    while (queue.head)
        get(&queue);
    return queue.tail != NULL;
}
