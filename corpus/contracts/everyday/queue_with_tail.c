// A queue with a pointer to its last cell.
// command: prove
// functions: 1
#include <stdlib.h>
struct cell { struct cell *next; int v; };
struct queue { struct cell *head, *tail; };
/*@ requires \valid(q) && Off(q) == 0 && acyclic(q->head, next);
    requires q->head == NULL ==> q->tail == NULL;
    requires q->head != NULL ==> !BS(q->head) && in(q->tail, nodes(q->head, next)) && q->tail->next == NULL;
    requires forall(x, nodes(q->head, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(q));
    assigns {&q->head, &q->tail}, {&q->tail->next};
    ensures acyclic(q->head, next);
    ensures q->head != NULL ==> !BS(q->head) && in(q->tail, nodes(q->head, next)) && q->tail->next == NULL;
    ensures \result == 1 ==> q->tail->v == v && in(q->tail, nodes(q->head, next));
    ensures \result == 0 ==> q->head == \old(q->head) && q->tail == \old(q->tail);
    ensures forall(x, \old(nodes(q->head, next)), in(x, nodes(q->head, next))); */
int enqueue(struct queue *q, int v)
{
    struct cell *c = malloc(sizeof *c);
    if (c == NULL)
        return 0;
    c->v = v;
    c->next = NULL;
    //@ ghost BS -= {c};
    if (q->tail)
        q->tail->next = c;
    else
        q->head = c;
    q->tail = c;
    return 1;
}
