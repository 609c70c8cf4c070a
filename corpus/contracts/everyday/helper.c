// A static function without a contract becomes part of its caller; the invariant of its loop is inferred.
// command: prove
// functions: 1
#include <stddef.h>
struct node { int data; struct node *next; };
static struct node *last(struct node *l) { while (l->next) l = l->next; return l; }
/*@ requires l != NULL && !BS(l) && acyclic(l, next);
    requires forall(x, nodes(l, next), \valid(x) && Off(x) == 0);
    ensures in(\result, nodes(l, next)) && \result->next == NULL; */
struct node *end(struct node *l) { return last(l); }
