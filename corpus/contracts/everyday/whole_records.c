// Records are cleared and copied as a whole.
// command: prove
// functions: 2
#include <string.h>
struct rec { int a, b; struct rec *next; };
/*@ requires \valid(r) && Off(r) == 0 && !BS(r);
    assigns {r};
    ensures r->a == 0 && r->b == 0 && r->next == NULL; */
void clear(struct rec *r)
{
    memset(r, 0, sizeof *r);
}
/*@ requires \valid(d) && \valid(s) && Off(d) == 0 && Off(s) == 0 && d != s && !BS(d) && !BS(s);
    requires s->next == NULL;
    assigns {d};
    ensures d->a == s->a && d->b == s->b && d->next == NULL; */
void dup(struct rec *d, const struct rec *s)
{
    *d = *s;
}
