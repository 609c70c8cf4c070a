// A deque that tells by a length narrower than an address whether it is empty: safe where memory ends before the length wraps.
// verdict: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int *value;
};

struct deque {
    struct node *head, *tail;
    unsigned length;
};

static struct node *make(void)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        abort();
    node->next = node->prev = NULL;
    node->value = malloc(sizeof *node->value);
    if (!node->value)
        abort();
    return node;
}

static void push_back(struct deque *deque, struct node *node)
{
    if (deque->length) {
        node->prev = deque->tail;
        deque->tail->next = node;
        deque->tail = node;
    } else {
        deque->head = deque->tail = node;
    }
    ++deque->length;
}

static void push_front(struct deque *deque, struct node *node)
{
    if (deque->length) {
        node->next = deque->head;
        deque->head->prev = node;
        deque->head = node;
    } else {
        deque->head = deque->tail = node;
    }
    ++deque->length;
}

static struct node *pop_back(struct deque *deque)
{
    struct node *node = deque->tail;

    if (!deque->length)
        return NULL;
    if (--deque->length)
        (deque->tail = node->prev)->next = NULL;
    else
        deque->head = deque->tail = NULL;
    node->next = node->prev = NULL;
    return node;
}

static struct node *pop_front(struct deque *deque)
{
    struct node *node = deque->head;

    if (!deque->length)
        return NULL;
    if (--deque->length)
        (deque->head = node->next)->prev = NULL;
    else
        deque->head = deque->tail = NULL;
    node->next = node->prev = NULL;
    return node;
}

static void drop(struct node *node)
{
    if (!node)
        return;
    free(node->value);
    free(node);
}

int main(void)
{
    struct deque *deque = malloc(sizeof *deque);
    struct node *node, *next;
    unsigned long left;

    if (!deque)
        return 0;
    deque->head = deque->tail = NULL;
    deque->length = 0;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            push_back(deque, make());
            break;
        case 1:
            push_front(deque, make());
            break;
        case 2:
            drop(pop_back(deque));
            break;
        default:
            drop(pop_front(deque));
        }
    }
    left = deque->length;
    node = deque->head;
    while (left--) {
        next = node->next;
        drop(node);
        node = next;
    }
    free(deque);
    return 0;
}
