// Insertion into a sorted list, and sorting by it: the loop of the caller has no invariant.
// command: prove
// functions: 2
#include <stdlib.h>
struct node { int key; struct node *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), x->next == NULL || x->key <= x->next->key);
    requires \valid(n) && Off(n) == 0 && !BS(n) && !in(n, nodes(list, next));
    assigns nodes(list, next)->next, {&n->next};
    ensures acyclic(\result, next) && !BS(\result);
    ensures forall(x, nodes(\result, next), \valid(x) && Off(x) == 0);
    ensures forall(x, nodes(\result, next), x->next == NULL || x->key <= x->next->key);
    ensures forall(x, nodes(\result, next), x == n || in(x, \old(nodes(list, next))));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(\result, next)));
    ensures in(n, nodes(\result, next)); */
struct node *insert(struct node *list, struct node *n)
{
    if (!list || n->key <= list->key) {
        n->next = list;
        return n;
    }
    struct node *p = list;
    while (p->next && p->next->key < n->key)
        p = p->next;
    n->next = p->next;
    p->next = n;
    return list;
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), x->next == NULL || x->key <= x->next->key);
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(list, next))));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(\result, next))); */
struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list) {
        struct node *next = list->next;
        sorted = insert(sorted, list);
        list = next;
    }
    return sorted;
}
