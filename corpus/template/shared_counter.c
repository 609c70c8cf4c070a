// All nodes of a ring share a counter that swings around 100.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
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
    counter->value = 100;
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
    for (struct node *node = ring; __VERIFIER_nondet_int(); node = node->next) {
        if (node->counter->value <= 100)
            node->counter->value += node->step;
        else
            node->counter->value -= node->step;
        if (counter->value <= 90 || counter->value >= 110)
            __VERIFIER_error();
    }
    return 0;
}
