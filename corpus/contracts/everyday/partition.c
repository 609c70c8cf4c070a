// Splits an acyclic list in two: what is below a limit, and what is not.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires \valid(low) && \valid(high) && low != high;
    requires forall(x, nodes(list, next), Obj(x) != Obj(low) && Obj(x) != Obj(high));
    assigns nodes(list, next)->next, {low, high};
    ensures acyclic(*low, next) && acyclic(*high, next);
    ensures forall(x, nodes(*low, next), x->data < limit);
    ensures forall(x, nodes(*high, next), x->data >= limit);
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(*low, next)) || in(x, nodes(*high, next))); */
void partition(struct node *list, int limit, struct node **low, struct node **high)
{
    struct node *below = NULL;
    struct node *above = NULL;
    //@ loop invariant acyclic(list, next) && acyclic(below, next) && acyclic(above, next);
    //@ loop invariant (list == NULL || !BS(list)) && (below == NULL || !BS(below)) && (above == NULL || !BS(above));
    //@ loop invariant forall(x, nodes(list, next), in(x, \old(nodes(list, next))));
    //@ loop invariant forall(x, nodes(below, next), in(x, \old(nodes(list, next))) && x->data < limit);
    //@ loop invariant forall(x, nodes(above, next), in(x, \old(nodes(list, next))) && x->data >= limit);
    //@ loop invariant forall(x, nodes(list, next), !in(x, nodes(below, next)) && !in(x, nodes(above, next)));
    //@ loop invariant forall(x, nodes(below, next), !in(x, nodes(above, next)));
    /*@ loop invariant forall(x, \old(nodes(list, next)),
            in(x, nodes(list, next)) || in(x, nodes(below, next)) || in(x, nodes(above, next))); */
    while (list) {
        struct node *next = list->next;
        if (list->data < limit) {
            list->next = below;
            below = list;
        } else {
            list->next = above;
            above = list;
        }
        list = next;
    }
    *low = below;
    *high = above;
}
