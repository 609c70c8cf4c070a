// Appends to a queue that knows its last node.
// command: prove
// functions: 1
#include <stddef.h>
struct n { struct n *next; int v; };
struct q { struct n *first, *last; };
/*@ requires \valid(q) && \valid(x) && Off(q) == 0 && Off(x) == 0 && Obj(q) != Obj(x);
    requires !BS(x) && x->next == NULL;
    requires q->first == NULL || in(q->last, nodes(q->first, next)) && q->last->next == NULL && acyclic(q->first, next);
    requires forall(y, nodes(q->first, next), \valid(y) && Off(y) == 0 && y != x && Obj(y) != Obj(q));
    assigns {&q->first, &q->last, &q->last->next};
    ensures q->last == x && in(x, nodes(q->first, next)) && acyclic(q->first, next); */
void put(struct q *q, struct n *x)
{
    if (q->first == NULL)
        q->first = x;
    else
        q->last->next = x;
    q->last = x;
}
