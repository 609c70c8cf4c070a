// Forgets that the first node may be the last one.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *put(struct node *last, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return last;
    node->value = value;
    if (last) {
        node->next = last->next; // BUG: use-after-free
        last->next = node;
    } else {
        node->next = node;
    }
    return node;
}

static struct node *drop(struct node *last)
{
    struct node *first = last->next; // BUG: use-after-free
    last->next = first->next;
    free(first);
    return last;
}

int main(void)
{
    struct node *last = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            last = put(last, __VERIFIER_nondet_int());
        else if (last)
            last = drop(last);
    }
    while (last)
        last = drop(last);
    return 0;
}
