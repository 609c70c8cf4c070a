// Eight lists, where a node that is taken off is still counted.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int value;
};

struct list {
    struct node *head, *tail;
    size_t length;
};

static int push(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        return 0;
    node->value = value;
    node->next = NULL;
    node->prev = list->tail;
    if (list->tail)
        list->tail->next = node;
    else
        list->head = node;
    list->tail = node;
    list->length++;
    return 1;
}

static void fill(struct list *list)
{
    while (__VERIFIER_nondet_int())
        if (!push(list, __VERIFIER_nondet_int()))
            break;
}

// Takes off the first node, if there is one.
static void pop(struct list *list)
{
    struct node *node = list->head;

    if (!node)
        return;
    list->head = node->next;
    if (list->head)
        list->head->prev = NULL;
    else
        list->tail = NULL;
    free(node);
}

static void clear(struct list *list)
{
    while (list->length > 0) {
        struct node *node = list->head;
        list->head = node->next; // BUG: null-deref
        free(node);
        list->length--;
    }
}

int main(void)
{
    struct list a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 }, e = { 0 }, f = { 0 }, g = { 0 }, h = { 0 };

    fill(&a);
    fill(&b);
    fill(&c);
    fill(&d);
    fill(&e);
    fill(&f);
    fill(&g);
    fill(&h);
    if (__VERIFIER_nondet_int())
        pop(&a);
    if (__VERIFIER_nondet_int())
        pop(&b);
    if (__VERIFIER_nondet_int())
        pop(&c);
    if (__VERIFIER_nondet_int())
        pop(&d);
    if (__VERIFIER_nondet_int())
        pop(&e);
    if (__VERIFIER_nondet_int())
        pop(&f);
    if (__VERIFIER_nondet_int())
        pop(&g);
    if (__VERIFIER_nondet_int())
        pop(&h);
    clear(&a);
    clear(&b);
    clear(&c);
    clear(&d);
    clear(&e);
    clear(&f);
    clear(&g);
    clear(&h);
    return 0;
}
