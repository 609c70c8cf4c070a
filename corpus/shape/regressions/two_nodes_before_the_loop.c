// A list of two nodes grows in a loop, and must not be longer than two.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *push(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->next = list;
    return node;
}

int main(void)
{
    struct node *list = push(push(NULL));
    while (__VERIFIER_nondet_int())
        list = push(list);
    if (list->next->next)
        *(volatile int *)NULL = 0; // BUG: null-deref
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
