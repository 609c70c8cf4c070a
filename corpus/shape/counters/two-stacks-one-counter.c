// Two stacks share a counter, which says nothing about either.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *push(struct node *top)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        abort();
    node->next = top;
    return node;
}

int main(void)
{
    struct node *one = NULL, *other = NULL;
    size_t size = 0;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            one = push(one);
        else
            other = push(other);
        size++;
    }
    while (size > 0) {
        struct node *node = one;

        one = node->next; // BUG: null-deref
        free(node);
        size--;
    }
    while (other) {
        struct node *node = other;

        other = node->next;
        free(node);
    }
    return 0;
}
