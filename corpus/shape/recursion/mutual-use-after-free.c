// Of two functions that free a list in turn, one reads the link of the node that it freed.
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

static void free_odd(struct node *list);

static void free_even(struct node *list)
{
    if (list) {
        struct node *next = list->next;
        free(list);
        free_odd(next);
    }
}

static void free_odd(struct node *list)
{
    if (list) {
        free(list); // BUG: leak
        free_even(list->next); // BUG: use-after-free
    }
}

int main(void)
{
    free_even(create());
    return 0;
}
