// The link back of a node is followed after the node before it was freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node *push(struct node *list)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return list;
    node->next = list;
    node->prev = NULL;
    if (list)
        list->prev = node;
    return node;
}

static void remove_after(struct node *node)
{
    struct node *gone = node->next;
    if (!gone)
        return;
    node->next = gone->next;
    free(gone);
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list);
    while (list && __VERIFIER_nondet_int()) {
        struct node *at = list;
        while (at->next && __VERIFIER_nondet_int())
            at = at->next;
        remove_after(at);
        if (at->next)
            at->next->prev->next = at->next; // BUG: use-after-free
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
