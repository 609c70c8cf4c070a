// Objects move between the two lists of a pool; an array becomes a list.
// command: prove
// functions: 3
#include <stddef.h>

typedef struct obj {
    struct obj *next;
    int used;
    int id;
} obj;

typedef struct {
    obj *live;
    obj *idle;
} pool;

/*@ requires \valid(p) && acyclic(p->live, next) && acyclic(p->idle, next);
    requires (p->live == NULL || !BS(p->live)) && (p->idle == NULL || !BS(p->idle));
    requires forall(x, nodes(p->live, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(p));
    requires forall(x, nodes(p->idle, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(p));
    requires forall(x, nodes(p->live, next), !in(x, nodes(p->idle, next)));
    assigns {&p->live, &p->idle}, nodes(p->idle, next)->next, nodes(p->idle, next)->used;
    ensures acyclic(p->live, next) && acyclic(p->idle, next);
    ensures \result == NULL ==> \old(p->idle) == NULL;
    ensures \result != NULL ==> p->live == \result && \result->used == 1 && !in(\result, nodes(p->idle, next));
    ensures forall(x, nodes(p->live, next), !in(x, nodes(p->idle, next)));
    ensures forall(x, \old(nodes(p->live, next)), in(x, nodes(p->live, next))); */
obj *take(pool *p)
{
    obj *o = p->idle;
    if (!o)
        return NULL;
    p->idle = o->next;
    o->next = p->live;
    p->live = o;
    o->used = 1;
    return o;
}

/*@ requires \valid(p) && acyclic(p->live, next) && acyclic(p->idle, next);
    requires (p->live == NULL || !BS(p->live)) && (p->idle == NULL || !BS(p->idle));
    requires forall(x, nodes(p->live, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(p));
    requires forall(x, nodes(p->idle, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(p));
    requires forall(x, nodes(p->live, next), !in(x, nodes(p->idle, next)));
    assigns {&p->live, &p->idle}, nodes(p->live, next)->next;
    ensures p->live == NULL && acyclic(p->idle, next);
    ensures forall(x, \old(nodes(p->live, next)), in(x, nodes(p->idle, next)));
    ensures forall(x, \old(nodes(p->idle, next)), in(x, nodes(p->idle, next))); */
void release_all(pool *p)
{
    obj *o = p->live;
    if (!o)
        return;
    while (o->next)
        o = o->next;
    o->next = p->idle;
    p->idle = p->live;
    p->live = NULL;
}

/*@ requires n >= 0 && n <= 1000;
    requires forall(x, array(store, 16, n), \valid(x) && !BS(x));
    requires Off(store) == 0;
    assigns array(store, 16, n)->next, array(store, 16, n)->used;
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), in(x, array(store, 16, n)) && x->used == 0); */
obj *thread(obj *store, int n)
{
    obj *head = NULL;
    for (int i = 0; i < n; i++) {
        store[i].used = 0;
        store[i].next = head;
        head = &store[i];
    }
    return head;
}
