// What a recursion writes is seen through the pointer that the caller kept.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

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

static void clear(struct node *list)
{
    if (list) {
        clear(list->next);
        list->value = 5;
    }
}

int main(void)
{
    struct node *list = create();
    if (!list)
        return 0;
    struct node *first = list;
    first->value = 1;
    clear(list);
    if (first->value != 5)
        reach_error();
    destroy(list);
    return 0;
}
