// Sorted lists: search stops early, and removal keeps the order.
// command: prove
// functions: 2
#include <stddef.h>
#include <stdlib.h>
struct node { int key; struct node *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), x->next == NULL || x->key <= x->next->key);
    ensures \result == NULL || in(\result, nodes(list, next)) && \result->key >= key; */
struct node *lower_bound(struct node *list, int key)
{
    while (list && list->key < key)
        list = list->next;
    return list;
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \freeable(x));
    requires forall(x, nodes(list, next), x->next == NULL || x->key <= x->next->key);
    frees nodes(list, next);
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), x->next == NULL || x->key <= x->next->key);
    ensures \result == NULL || \result->key >= key; */
struct node *drop_below(struct node *list, int key)
{
    while (list && list->key < key) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return list;
}
