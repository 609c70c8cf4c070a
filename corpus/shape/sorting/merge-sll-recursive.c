// Merge sort of a singly-linked list by recursion: the list is split into every other node.
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

static struct node *merge(struct node *a, struct node *b)
{
    struct node start = { 0, NULL };
    struct node *last = &start;
    while (a && b) {
        if (a->value <= b->value) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a ? a : b;
    return start.next;
}

static struct node *sort(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *halves[2] = { NULL, NULL };
    int which = 0;
    while (list) {
        struct node *next = list->next;
        list->next = halves[which];
        halves[which] = list;
        which = 1 - which;
        list = next;
    }
    return merge(sort(halves[0]), sort(halves[1]));
}

int main(void)
{
    struct node *list = create();
    list = sort(list);
    destroy(list);
    return 0;
}
