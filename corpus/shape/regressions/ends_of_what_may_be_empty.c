// Between two sentinels there may be a node; where there is none, what follows the first is not what precedes the second.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node first, second;

static void insert(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->next = &second;
    node->prev = &first;
    first.next = second.prev = node;
}

int main(void)
{
    first.next = &second;
    second.prev = &first;
    if (__VERIFIER_nondet_int())
        insert();
    while (__VERIFIER_nondet_int())
        ;
    struct node *node = __VERIFIER_nondet_int() ? second.prev : first.next;
    while (__VERIFIER_nondet_int())
        ;
    if (node == &second)
        node->next->next = NULL; // BUG: null-deref
    if (first.next != &second)
        free(first.next);
    return 0;
}
