// A node moves from the free to the used list.
// command: prove
// functions: 1
#include <stddef.h>
struct node { int v; struct node *next; };
struct lists { struct node *free, *used; };
/*@ requires \valid(s) && Off(s) == 0;
    requires acyclic(s->free, next) && acyclic(s->used, next);
    requires (s->free == NULL || !BS(s->free)) && (s->used == NULL || !BS(s->used));
    requires forall(x, union(nodes(s->free, next), nodes(s->used, next)), \valid(x) && Off(x) == 0 && Obj(x) != Obj(s));
    requires forall(x, nodes(s->free, next), !in(x, nodes(s->used, next)));
    assigns {&s->free, &s->used}, {&s->free->next};
    ensures acyclic(s->free, next) && acyclic(s->used, next);
    ensures forall(x, nodes(s->free, next), !in(x, nodes(s->used, next)));
    ensures \result == NULL <==> \old(s->free) == NULL;
    ensures \result != NULL ==> in(\result, nodes(s->used, next)) && in(\result, \old(nodes(s->free, next))); */
struct node *get(struct lists *s)
{
    struct node *n = s->free;
    if (n) {
        s->free = n->next;
        n->next = s->used;
        s->used = n;
    }
    return n;
}
