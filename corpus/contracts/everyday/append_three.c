// Three lists are appended by two calls.
// command: prove
// functions: 2
#include <stddef.h>
struct n { struct n *next; long v; };
/*@ requires acyclic(a, next) && acyclic(b, next);
    requires (a == NULL || !BS(a)) && (b == NULL || !BS(b));
    requires forall(x, nodes(a, next), \valid(x) && Off(x) == 0 && !in(x, nodes(b, next)));
    requires forall(x, nodes(b, next), \valid(x) && Off(x) == 0);
    assigns nodes(a, next)->next;
    ensures acyclic(\result, next) && (\result == NULL || !BS(\result));
    ensures forall(x, nodes(\result, next), \valid(x) && Off(x) == 0);
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(a, next))) || in(x, \old(nodes(b, next))));
    ensures forall(x, \old(nodes(a, next)), in(x, nodes(\result, next)));
    ensures forall(x, \old(nodes(b, next)), in(x, nodes(\result, next))); */
struct n *append(struct n *a, struct n *b)
{
    struct n *p;
    if (a == NULL)
        return b;
    for (p = a; p->next != NULL; p = p->next)
        ;
    p->next = b;
    return a;
}

/*@ requires acyclic(a, next) && acyclic(b, next) && acyclic(c, next);
    requires (a == NULL || !BS(a)) && (b == NULL || !BS(b)) && (c == NULL || !BS(c));
    requires forall(x, nodes(a, next), \valid(x) && Off(x) == 0 && !in(x, nodes(b, next)) && !in(x, nodes(c, next)));
    requires forall(x, nodes(b, next), \valid(x) && Off(x) == 0 && !in(x, nodes(c, next)));
    requires forall(x, nodes(c, next), \valid(x) && Off(x) == 0);
    assigns nodes(a, next)->next, nodes(b, next)->next;
    ensures acyclic(\result, next);
    ensures forall(x, union(\old(nodes(a, next)), \old(nodes(b, next)), \old(nodes(c, next))), in(x, nodes(\result, next))); */
struct n *append3(struct n *a, struct n *b, struct n *c)
{
    return append(append(a, b), c);
}
