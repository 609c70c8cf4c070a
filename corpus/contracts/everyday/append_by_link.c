// Appends a node through a pointer to links, which is a parameter that moves.
// command: prove
// functions: 1
#include <stdlib.h>
typedef struct n { struct n *next; int v; } n;

/*@ requires acyclic(*l, next) && (*l == NULL || !BS(*l)) && \valid(l);
    requires forall(x, nodes(*l, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(l));
    requires \valid(e) && Off(e) == 0 && !BS(e) && !in(e, nodes(*l, next)) && Obj(e) != Obj(l);
    assigns {&e->next, l}, nodes(*l, next)->next;
    ensures acyclic(*l, next) && in(e, nodes(*l, next)) && e->next == NULL;
    ensures forall(x, \old(nodes(*l, next)), in(x, nodes(*l, next))); */
void app(n **l, n *e)
{
    while (*l) l = &(*l)->next;
    e->next = NULL;
    *l = e;
}
