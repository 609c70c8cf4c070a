// A node that was freed in an earlier round is used in a later one: the blocks of one allocation site are told apart.
// verdict: unsafe
// property: valid-deref,valid-free
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int number;
    struct node *next;
};

int main(void)
{
    struct node *old = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->number = 1;
        if (old) {
            node->number = old->number; // BUG: use-after-free
        }
        free(node);
        old = node;
    }
    return 0;
}
