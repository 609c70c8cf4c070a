// Trees by parent pointers: the root, a new child, all nodes on the way to the root.
// command: prove
// functions: 3
#include <stddef.h>

typedef struct tn {
    struct tn *parent;
    int depth;
    int mark;
} tn;

/*@ requires acyclic(t, parent) && t != NULL && !BS(t);
    requires forall(x, nodes(t, parent), \valid(x) && Off(x) == 0);
    assigns \nothing;
    ensures in(\result, nodes(t, parent)) && \result->parent == NULL; */
tn *root(tn *t)
{
    while (t->parent)
        t = t->parent;
    return t;
}

/*@ requires acyclic(p, parent) && p != NULL && !BS(p) && \valid(t) && \valid(p);
    requires forall(x, nodes(p, parent), Off(x) == 0) && Off(t) == 0;
    requires !in(t, nodes(p, parent)) && !BS(t);
    assigns {&t->parent, &t->depth};
    ensures acyclic(t, parent) && t->parent == p && t->depth == p->depth + 1; */
void attach(tn *t, tn *p)
{
    t->parent = p;
    t->depth = p->depth + 1;
}

/*@ requires acyclic(t, parent) && (t == NULL || !BS(t));
    requires forall(x, nodes(t, parent), \valid(x) && Off(x) == 0);
    assigns nodes(t, parent)->mark;
    ensures forall(x, nodes(t, parent), x->mark == 1); */
void mark_up(tn *t)
{
    for (; t && t->mark == 0; t = t->parent)
        t->mark = 1;
    for (; t; t = t->parent)
        t->mark = 1;
}
