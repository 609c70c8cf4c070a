// What is left of one half when the other is used up is not linked to the merged list.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->prev = NULL;
        node->next = list;
        if (list)
            list->prev = node;
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

static struct node *split(struct node *list)
{
    struct node *slow = list;
    struct node *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    if (half)
        half->prev = NULL;
    return half;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *merged = NULL;
    struct node *last = NULL;
    while (a && b) {
        struct node *smaller;
        if (a->value <= b->value) {
            smaller = a;
            a = a->next;
        } else {
            smaller = b;
            b = b->next;
        }
        smaller->prev = last;
        if (last)
            last->next = smaller;
        else
            merged = smaller;
        last = smaller;
    }
    struct node *rest = a ? a : b;
    if (!last)
        return rest;
    if (rest)
        rest->prev = last;
    return merged;
} // BUG: leak

static struct node *sort(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *half = split(list);
    return merge(sort(list), sort(half));
} // BUG: leak

int main(void)
{
    struct node *list = create();
    list = sort(list); // BUG: leak
    destroy(list);
    return 0;
}
