// Frees all nodes of a ring but its head, which blocks.
// command: prove
// functions: 1
#include <stdlib.h>
typedef struct D { struct D *n, *p; int k; } D;

/*@ requires \valid(h) && BS(h) && Off(h) == 0 && block(h, n) == h;
    requires forall(x, nodes(h->n, n), \valid(x) && Off(x) == 0 && x != h && \freeable(x));
    assigns {&h->n};
    frees nodes(h->n, n);
    ensures h->n == h;
    ensures forall(x, \old(nodes(h->n, n)), !alloc(x)); */
void destroy(D *h) { D *d = h->n; while (d != h) { D *t = d->n; free(d); d = t; } h->n = h; }
