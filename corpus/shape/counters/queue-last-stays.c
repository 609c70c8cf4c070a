// The size of a queue stays above 0 once it had three nodes, so the stale pointer to its last node is used.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct queue {
    struct node *head, *tail;
    size_t size;
};

static void append(struct queue *queue)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        return;
    node->next = NULL;
    node->value = 0;
    if (queue->size == 0)
        queue->head = node;
    else
        queue->tail->next = node; // BUG: use-after-free
    queue->tail = node;
    queue->size++;
}

static void take(struct queue *queue)
{
    struct node *node = queue->head;

    if (queue->size == 0)
        return;
    queue->head = node->next; // BUG: null-deref
    if (queue->size != 3)
        queue->size--;
    free(node);
}

int main(void)
{
    struct queue queue = {0};

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            append(&queue);
        else
            take(&queue);
    }
    while (queue.size > 0)
        take(&queue);
    return 0;
}
