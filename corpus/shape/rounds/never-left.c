// A server counts for ever and serves from a stack that is filled and emptied in each round.
// verdict: safe
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *below;
};

int main(void)
{
    for (unsigned round = 1; round; round++) {
        struct node *top = NULL;
        while (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof *node);
            node->below = top;
            top = node;
        }
        while (top) {
            struct node *below = top->below;
            free(top);
            top = below;
        }
    }
    return 0;
}
