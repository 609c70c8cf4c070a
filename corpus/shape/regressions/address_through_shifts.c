// The address of a node in the middle of a list is shifted to and fro: its link is not that of the last node.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    long value;
};

static struct node *aligned(struct node *node, unsigned bits)
{
    return (struct node *)((uintptr_t)node >> bits << bits);
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    if (list && list->next && list->next->next && list->next->next->next)
        assert(!aligned(list->next->next->next, 4)->next); // BUG: assertion-failure
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
