// A ring with a head that blocks: its first node is taken, its last one found, a node put at its end.
// command: prove
// functions: 3
#include <stddef.h>

typedef struct rnode {
    struct rnode *next;
    int v;
} rnode;

/*@ requires BS(ring) && \valid(ring) && Off(ring) == 0 && block(ring, next) == ring;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    assigns {&ring->next};
    ensures block(ring, next) == ring;
    ensures \result == NULL <==> \old(ring->next) == ring;
    ensures \result != NULL ==> !in(\result, list(ring, next)); */
rnode *ring_pop(rnode *ring)
{
    rnode *first = ring->next;
    if (first == ring)
        return NULL;
    ring->next = first->next;
    return first;
}

/*@ requires BS(ring) && \valid(ring) && Off(ring) == 0 && block(ring, next) == ring;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures in(\result, list(ring, next)) && \result->next == ring; */
rnode *ring_last(rnode *ring)
{
    rnode *at = ring;
    while (at->next != ring)
        at = at->next;
    return at;
}

/*@ requires BS(ring) && \valid(ring) && Off(ring) == 0 && block(ring, next) == ring;
    requires forall(x, nodes(ring->next, next), \valid(x) && Off(x) == 0);
    assigns list(ring, next)->next, {&n->next};
    requires \valid(n) && Off(n) == 0 && !BS(n) && !in(n, list(ring, next));
    ensures block(ring, next) == ring && in(n, list(ring, next)) && n->next == ring;
    ensures forall(x, \old(nodes(ring->next, next)), in(x, nodes(ring->next, next))); */
void ring_append(rnode *ring, rnode *n)
{
    rnode *at = ring;
    while (at->next != ring)
        at = at->next;
    n->next = ring;
    at->next = n;
}
