// Two functions call each other along a list.
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

static int is_odd(const struct node *list);

static int is_even(const struct node *list)
{
    return list ? is_odd(list->next) : 1;
}

static int is_odd(const struct node *list)
{
    return list ? is_even(list->next) : 0;
}

int main(void)
{
    struct node *list = create();
    int even = is_even(list);
    destroy(list);
    return even;
}
