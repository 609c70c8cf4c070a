// A loop with its condition at the end, around a circular list.
// command: prove
// functions: 1
struct node { int v; struct node *next; };
/*@ requires BS(h) && \valid(h) && Off(h) == 0 && block(h, next) == h;
    requires forall(x, list(h->next, next), \valid(x) && Off(x) == 0);
    assigns union({h}, nodes(h->next, next))->v;
    ensures h->v == 5; */
void all5(struct node *h)
{
    struct node *n = h;
    do {
        n->v = 5;
        n = n->next;
    } while (n != h);
}
