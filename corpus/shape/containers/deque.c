// A doubly-linked list with pointers to both ends, which grows and shrinks at both of them.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int value;
};

struct deque {
    struct node *front;
    struct node *back;
};

static void push(struct deque *deque, int at_front)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = at_front;
    if (at_front) {
        node->prev = NULL;
        node->next = deque->front;
        if (deque->front)
            deque->front->prev = node;
        else
            deque->back = node;
        deque->front = node;
    } else {
        node->next = NULL;
        node->prev = deque->back;
        if (deque->back)
            deque->back->next = node;
        else
            deque->front = node;
        deque->back = node;
    }
}

static void pop(struct deque *deque, int at_front)
{
    struct node *node = at_front ? deque->front : deque->back;
    if (!node)
        return;
    if (node->prev)
        node->prev->next = node->next;
    else
        deque->front = node->next;
    if (node->next)
        node->next->prev = node->prev;
    else
        deque->back = node->prev;
    free(node);
}

int main(void)
{
    struct deque deque = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        int at_front = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int())
            push(&deque, at_front);
        else
            pop(&deque, at_front);
    }
    while (deque.front)
        pop(&deque, __VERIFIER_nondet_int());
    return 0;
}
