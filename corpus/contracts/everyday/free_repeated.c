// Frees every node that repeats the one before it.
// command: prove
// functions: 1
#include <stdlib.h>
typedef struct cell { unsigned key; struct cell *tail; } cell;

/*@ requires acyclic(l, tail) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, tail), \valid(x) && Off(x) == 0);
    assigns nodes(l, tail)->tail;
    frees nodes(l, tail);
    ensures acyclic(l, tail); */
void dedup(cell *l)
{
    while (l && l->tail) {
        if (l->key == l->tail->key) {
            cell *gone = l->tail;
            l->tail = gone->tail;
            free(gone);
        } else {
            l = l->tail;
        }
    }
}
