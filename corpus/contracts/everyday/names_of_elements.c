// Quantifiers whose variables are called like variables of the program.
// command: prove
// functions: 3
#include <stddef.h>

struct cell {
    struct cell *tail;
    int value;
    char mark;
};

/*@ requires acyclic(list, tail) && (list != NULL ==> !BS(list));
    requires forall(c, nodes(list, tail), \valid(c) && Off(c) == 0);
    assigns nodes(list, tail)->mark;
    ensures forall(c, nodes(list, tail), c->mark == 1 <==> c->value > limit); */
void mark_above(struct cell *list, int limit)
{
    for (struct cell *c = list; c; c = c->tail)
        c->mark = c->value > limit ? 1 : 0;
}

/*@ requires acyclic(list, tail) && (list != NULL ==> !BS(list));
    requires forall(c, nodes(list, tail), \valid(c) && Off(c) == 0);
    ensures \result == NULL <==> list == NULL;
    ensures \result != NULL ==> in(\result, nodes(list, tail));
    ensures \result != NULL ==> forall(c, nodes(list, tail), c->value <= \result->value); */
struct cell *biggest(struct cell *list)
{
    struct cell *best = list;
    if (!best)
        return NULL;
    for (struct cell *c = list->tail; c != NULL; c = c->tail)
        if (c->value > best->value)
            best = c;
    return best;
}

/*@ requires acyclic(list, tail) && (list != NULL ==> !BS(list));
    requires forall(x, nodes(list, tail), \valid(x) && Off(x) == 0);
    assigns nodes(list, tail)->tail;
    ensures acyclic(\result, tail);
    ensures forall(x, nodes(\result, tail), in(x, \old(nodes(list, tail))));
    ensures forall(y, \old(nodes(list, tail)), in(y, nodes(\result, tail))); */
struct cell *turned_round(struct cell *list)
{
    struct cell *x = list, *y = NULL, *z;
    while (x != NULL) {
        z = x->tail;
        x->tail = y;
        y = x;
        x = z;
    }
    return y;
}
