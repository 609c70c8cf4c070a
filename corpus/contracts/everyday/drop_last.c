// The last node of a list is removed and freed.
// command: prove
// functions: 1
#include <stdlib.h>
struct node { struct node *next; int v; };
/*@ requires acyclic(l, next) && l != NULL && !BS(l);
    requires forall(x, nodes(l, next), \valid(x) && \freeable(x));
    assigns nodes(l, next)->next;
    frees nodes(l, next);
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), \valid(x));
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(l, next)))); */
struct node *drop_last(struct node *l)
{
    if (!l->next) {
        free(l);
        return NULL;
    }
    struct node *p = l;
    while (p->next->next)
        p = p->next;
    free(p->next);
    p->next = NULL;
    return l;
}
