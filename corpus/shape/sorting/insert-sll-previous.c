// Insertion sort of a singly-linked list that remembers the node before the place.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list) {
        struct node *rest = list->next;
        struct node *before = NULL;
        struct node *after = sorted;
        while (after && after->value < list->value) {
            before = after;
            after = after->next;
        }
        list->next = after;
        if (before)
            before->next = list;
        else
            sorted = list;
        list = rest;
    }
    return sorted;
}

int main(void)
{
    struct node *list = create();
    list = sort(list);
    destroy(list);
    return 0;
}
