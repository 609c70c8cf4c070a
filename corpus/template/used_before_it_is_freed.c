// A node is used in the round in which it was allocated, and freed at its end.
// verdict: safe
// property: valid-deref,valid-free
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int number;
    struct node *next;
};

int main(void)
{
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->number = 1;
        sum += node->number;
        free(node);
    }
    return 0;
}
