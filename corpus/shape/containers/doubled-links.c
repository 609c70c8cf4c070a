// A list with every link twice, forwards and backwards; one of them is used.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *also_next;
    struct node *prev;
    struct node *also_prev;
};

static struct node *push(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return list;
    node->next = node->also_next = list;
    node->prev = node->also_prev = NULL;
    if (list)
        list->prev = list->also_prev = node;
    return node;
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
