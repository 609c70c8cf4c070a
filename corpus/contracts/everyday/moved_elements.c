// Elements that move by one place in an array, and two lists that may share nodes; no loop has an invariant.
// command: prove
// functions: 3
#include <stddef.h>

/*@ requires i < n && n < 1000;
    requires forall(x, array(a, 4, n), \valid(x));
    assigns array(a + i, 4, n - i - 1);
    ensures forall(x, array(a, 4, i), *x == \old(*x));
    ensures forall(x, array(a + i, 4, n - i - 1), *x == \old(*(x + 1))); */
void close_up(int *a, size_t n, size_t i)
{
    for (size_t k = i; k + 1 < n; k++)
        a[k] = a[k + 1];
}

/*@ requires 0 <= i && i <= n && n < 1000;
    requires forall(x, array(a, 4, n + 1), \valid(x));
    assigns array(a + i, 4, n + 1 - i);
    ensures a[i] == v;
    ensures forall(x, array(a + i + 1, 4, n - i), *x == \old(*(x - 1))); */
void insert_at(int *a, int n, int i, int v)
{
    for (int k = n; k > i; k--)
        a[k] = a[k - 1];
    a[i] = v;
}

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(a, next) && acyclic(b, next) && (a == NULL || !BS(a)) && (b == NULL || !BS(b));
    requires forall(x, union(nodes(a, next), nodes(b, next)), \valid(x) && Off(x) == 0);
    assigns union(nodes(a, next), nodes(b, next))->data;
    ensures forall(x, union(nodes(a, next), nodes(b, next)), x->data == 0); */
void clear_both(struct node *a, struct node *b)
{
    for (struct node *n = a; n; n = n->next)
        n->data = 0;
    for (struct node *n = b; n; n = n->next)
        n->data = 0;
}
