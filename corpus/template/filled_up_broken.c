// The counter may be filled above 100.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct counter {
    int value;
};

struct node {
    int step;
    struct counter *counter;
    struct node *next;
};

int main(void)
{
    struct counter *counter = malloc(sizeof *counter);
    counter->value = 96;
    struct node *ring = malloc(sizeof *ring);
    ring->step = 1;
    ring->counter = counter;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step > 0 && step < 10) {
            struct node *node = malloc(sizeof *node);
            node->step = step;
            node->counter = counter;
            node->next = ring->next;
            ring->next = node;
        }
    }
    struct node *node = ring;
    while (counter->value < 100) {
        if (node->counter->value + node->step <= 101)
            node->counter->value += node->step;
        node = node->next;
    }
    if (counter->value != 100)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
