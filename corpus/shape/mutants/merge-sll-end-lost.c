// What is left of the second run is forgotten.
// verdict: unsafe
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

static struct node *cut(struct node *list, unsigned length)
{
    while (list && --length)
        list = list->next;
    if (!list)
        return NULL;
    struct node *rest = list->next;
    list->next = NULL;
    return rest;
}

static struct node **merge(struct node **end, struct node *a, struct node *b)
{
    while (a && b) {
        if (b->value < a->value) {
            *end = b;
            b = b->next;
        } else {
            *end = a;
            a = a->next;
        }
        end = &(*end)->next;
    }
    *end = a;
    while (*end)
        end = &(*end)->next;
    return end; // BUG: leak
}

static struct node *sort(struct node *list)
{
    for (unsigned length = 1; length && list; length *= 2) {
        struct node *rest = list;
        struct node **end = &list;
        unsigned merges = 0;
        while (rest) {
            struct node *a = rest;
            struct node *b = cut(a, length);
            rest = cut(b, length);
            end = merge(end, a, b);
            merges++;
        } // BUG: leak
        if (merges <= 1)
            break;
    }
    return list;
}

int main(void)
{
    struct node *list = create();
    list = sort(list);
    destroy(list);
    return 0;
}
