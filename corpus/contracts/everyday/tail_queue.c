// A queue with a pointer to its last message.
// command: prove
// functions: 2
#include <stdlib.h>
struct msg { int id; struct msg *next; };
struct queue { struct msg *head, *tail; };

/*@ requires \valid(q) && \valid(m) && Obj(m) != Obj(q) && Off(m) == 0 && !BS(m);
    requires acyclic(q->head, next) && (q->head == NULL || !BS(q->head));
    requires forall(x, nodes(q->head, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(q) && x != m);
    requires q->head != NULL ==> in(q->tail, nodes(q->head, next)) && q->tail->next == NULL;
    assigns {&q->head, &q->tail, &m->next, &q->tail->next};
    ensures acyclic(q->head, next) && q->tail == m && m->next == NULL;
    ensures in(m, nodes(q->head, next));
    ensures forall(x, nodes(q->head, next), x == m || in(x, \old(nodes(q->head, next))));
    ensures forall(x, \old(nodes(q->head, next)), in(x, nodes(q->head, next))); */
void enqueue(struct queue *q, struct msg *m)
{
    m->next = NULL;
    if (q->head == NULL)
        q->head = m;
    else
        q->tail->next = m;
    q->tail = m;
}

/*@ requires \valid(q) && acyclic(q->head, next) && (q->head == NULL || !BS(q->head));
    requires forall(x, nodes(q->head, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(q));
    requires q->head != NULL ==> in(q->tail, nodes(q->head, next)) && q->tail->next == NULL;
    assigns {&q->head, &q->tail};
    ensures \result == \old(q->head);
    ensures acyclic(q->head, next);
    ensures q->head == NULL || in(q->tail, nodes(q->head, next)) && q->tail->next == NULL;
    ensures \result != NULL ==> !in(\result, nodes(q->head, next)); */
struct msg *dequeue(struct queue *q)
{
    struct msg *m = q->head;
    if (m) {
        q->head = m->next;
        if (!q->head)
            q->tail = NULL;
    }
    return m;
}
