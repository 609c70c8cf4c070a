// Odd values are taken out of a list by recursion.
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

static struct node *filter(struct node *list)
{
    if (!list)
        return NULL;
    if (list->value & 1) {
        struct node *next = list->next;
        free(list);
        return filter(next);
    }
    list->next = filter(list->next);
    return list;
}

int main(void)
{
    struct node *list = filter(create());
    destroy(list);
    return 0;
}
