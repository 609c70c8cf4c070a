// Puts one list behind another.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a, next) && (a == NULL || !BS(a)) && acyclic(b, next) && (b == NULL || !BS(b));
    requires forall(x, nodes(a, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(b, next), Off(x) == 0 && !in(x, nodes(a, next)));
    assigns nodes(a, next)->next;
    ensures acyclic(\result, next);
    ensures forall(x, \old(nodes(a, next)), in(x, nodes(\result, next)));
    ensures forall(x, nodes(b, next), in(x, nodes(\result, next)));
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(a, next))) || in(x, nodes(b, next))); */
struct node *concatenate(struct node *a, struct node *b)
{
    if (a == NULL)
        return b;
    struct node *last = a;
    while (last->next != NULL)
        last = last->next;
    last->next = b;
    return a;
}
