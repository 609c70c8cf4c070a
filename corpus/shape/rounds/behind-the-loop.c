// A stack is filled in 2^32 - 1 rounds, and one of its nodes is freed twice afterwards. That is true, but no run that
// anybody waits for shows it.
// verdict: unsafe
// malloc: ok
// paths: unbounded
// sanitizers: blind, because memory does not suffice for so many nodes
#include <stdlib.h>

struct node {
    struct node *below;
};

static struct node *filled(void)
{
    struct node *top = NULL;
    for (int i = 1; i; ++i) {
        struct node *node = malloc(sizeof *node);
        node->below = top;
        top = node;
    }
    return top;
}

int main(void)
{
    struct node *top = filled();
    struct node *first = top;
    while (top) {
        struct node *below = top->below;
        free(top);
        top = below;
    }
    free(first); // BUG: double-free
    return 0;
}
