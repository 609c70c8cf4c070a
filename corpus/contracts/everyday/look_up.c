// The last node of a list, whether a value is negative, and a value looked up.
// command: prove
// functions: 3
#include <stddef.h>
typedef struct cell { int value; struct cell *tail; } cell;

/*@ requires acyclic(l, tail) && l != NULL && !BS(l);
    requires forall(x, nodes(l, tail), \valid(x));
    ensures in(\result, nodes(l, tail));
    ensures \result->tail == NULL; */
cell *last(cell *l)
{
    while (l->tail)
        l = l->tail;
    return l;
}
/*@ requires acyclic(l, tail) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, tail), \valid(x));
    ensures \result == 0 ==> forall(x, nodes(l, tail), x->value >= 0);
    ensures \result != 0 ==> exists(x, nodes(l, tail), x->value < 0); */
int has_negative(cell *l)
{
    for (; l; l = l->tail)
        if (l->value < 0)
            return 1;
    return 0;
}
/*@ requires acyclic(l, tail) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, tail), \valid(x));
    ensures \result != NULL ==> in(\result, nodes(l, tail)) && \result->value == v;
    ensures \result == NULL ==> forall(x, nodes(l, tail), x->value != v); */
cell *find(cell *l, int v)
{
    cell *c = l;
    while (c != NULL) {
        if (c->value == v)
            break;
        c = c->tail;
    }
    return c;
}
