// A list of rows, each with a list of its own.
// command: prove
// functions: 1
#include <stddef.h>
struct item { struct item *next; int v; };
struct row { struct row *down; struct item *items; int total; };
/*@ requires acyclic(r, down) && (r == NULL || !BS(r));
    requires forall(x, nodes(r, down), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(r, down), x->items == NULL || \valid(x->items));
    assigns nodes(r, down)->total;
    ensures forall(x, nodes(r, down), x->total == 0 || x->items != NULL); */
void firsts(struct row *r)
{
    for (; r; r = r->down) {
        if (r->items)
            r->total = 1;
        else
            r->total = 0;
    }
}
