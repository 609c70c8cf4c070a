// Unlinks the node behind another.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires in(at, nodes(list, next)) && acyclic(list, next) && !BS(list);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires at->next != NULL;
    assigns {&at->next};
    ensures \result == \old(at->next) && !in(\result, nodes(list, next));
    ensures acyclic(list, next);
    ensures forall(x, \old(nodes(list, next)), x == \result || in(x, nodes(list, next))); */
struct node *remove_after(struct node *list, struct node *at)
{
    struct node *gone = at->next;
    at->next = gone->next;
    return gone;
}
