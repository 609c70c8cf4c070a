// A circular list whose first node blocks. That `ring_new` gives new memory lets its caller change it.
// command: prove
// functions: 3
#include <stdlib.h>
struct ring { struct ring *next; int v; };
/*@ ensures \result == NULL || !\old(alloc(\result)) && BS(\result) && block(\result, next) == \result && \result->next == \result && \valid(\result) && Off(\result) == 0; */
struct ring *ring_new(void)
{
    struct ring *r = malloc(sizeof *r);
    if (r)
        r->next = r;
    return r;
}
/*@ requires BS(h) && \valid(h) && Off(h) == 0 && block(h, next) == h;
    requires forall(x, list(h->next, next), \valid(x) && Off(x) == 0);
    assigns {&h->next};
    ensures block(h, next) == h;
    ensures \result != 0 ==> in(h->next, nodes(h->next, next)) && \valid(h->next) && h->next->v == v && h->next->next == \old(h->next);
    ensures \result == 0 ==> h->next == \old(h->next);
    ensures forall(x, \old(nodes(h->next, next)), in(x, nodes(h->next, next))); */
int ring_push(struct ring *h, int v)
{
    struct ring *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->v = v;
    n->next = h->next;
    //@ ghost BS -= {n};
    h->next = n;
    return 1;
}
/*@ ensures \result == 0 || \result == 7; */
int use(void)
{
    struct ring *h = ring_new();
    int r = 0;
    if (!h)
        return 0;
    if (ring_push(h, 7))
        r = h->next->v;
    return r;
}
