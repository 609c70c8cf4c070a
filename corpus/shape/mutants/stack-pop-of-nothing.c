// Pops without asking whether there is a node.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *below;
};

static int push(struct node **top, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->value = value;
    node->below = *top;
    *top = node;
    return 1;
}

static int pop(struct node **top)
{
    struct node *node = *top;
    int value = node->value; // BUG: null-deref
    *top = node->below;
    free(node);
    return value;
}

int main(void)
{
    struct node *top = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(&top, __VERIFIER_nondet_int());
        else
            pop(&top);
    }
    while (top)
        pop(&top);
    return 0;
}
