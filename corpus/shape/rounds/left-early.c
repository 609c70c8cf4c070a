// A loop that could go round 2^32 - 1 times can also be left early: what is behind it is reached.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *below;
};

int main(void)
{
    struct node *top = NULL;
    for (int i = 1; i; ++i) {
        struct node *node = malloc(sizeof *node);
        node->below = top;
        top = node;
        if (!__VERIFIER_nondet_int())
            break;
    }
    free(top); // BUG: leak
    top = top->below; // BUG: use-after-free
    return 0;
}
