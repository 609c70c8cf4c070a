// Reverses a list in place: the result ends with null and has the same nodes.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(list, next))));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(\result, next))); */
struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    //@ loop invariant acyclic(list, next) && acyclic(done, next);
    //@ loop invariant forall(x, nodes(list, next), !in(x, nodes(done, next)));
    //@ loop invariant forall(x, nodes(list, next), in(x, \old(nodes(list, next))));
    //@ loop invariant forall(x, nodes(done, next), in(x, \old(nodes(list, next))));
    //@ loop invariant forall(x, \old(nodes(list, next)), in(x, nodes(list, next)) || in(x, nodes(done, next)));
    //@ loop invariant list == NULL || !BS(list);
    //@ loop invariant done == NULL || !BS(done);
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
