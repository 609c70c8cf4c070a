// Recursive functions: whether a number is on a list, and freeing it.
// command: prove
// functions: 2
#include <stdlib.h>
struct node { struct node *next; int v; };
/*@ requires acyclic(l, next) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, next), \valid(x) && Off(x) == 0);
    ensures \result == 1 <==> exists(x, nodes(l, next), x->v == v);
    ensures \result == 0 || \result == 1; */
int member(struct node *l, int v)
{
    if (!l)
        return 0;
    if (l->v == v)
        return 1;
    return member(l->next, v);
}
/*@ requires acyclic(l, next) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, next), \freeable(x) && \valid(x));
    frees nodes(l, next); */
void drop(struct node *l)
{
    if (l) {
        drop(l->next);
        free(l);
    }
}
