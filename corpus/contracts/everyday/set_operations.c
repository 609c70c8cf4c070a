// Sets: difference, intersection, elements, and what is pointed to.
// command: prove
// functions: 3
struct node { int key; struct node *next; };
/*@ requires acyclic(a, next) && a != 0 && !BS(a);
    requires forall(x, nodes(a, next), \valid(x) && Off(x) == 0);
    requires in(n, difference(nodes(a, next), {a}));
    assigns difference(nodes(a, next), {a})->key;
    ensures n->key == 7 && a->key == \old(a->key);
    ensures forall(x, difference(nodes(a, next), {a, n}), x->key == \old(x->key));
    ensures forall(x, intersection(nodes(a, next), {n}), x->key == 7); */
void mark(struct node *a, struct node *n)
{
    n->key = 7;
}
/*@ requires forall(p, {a, b}, \valid(p)) && a != b;
    assigns {a, b};
    ensures *a == \old(*b) && *b == \old(*a) && deref(a) == \old(deref(b)); */
void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
/*@ requires \valid(p) && \valid(*p) && Obj(p) != Obj(*p);
    assigns deref({p});
    ensures **p == 3; */
void through(int **p)
{
    **p = 3;
}
