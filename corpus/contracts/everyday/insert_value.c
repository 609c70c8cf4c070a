// Inserts a value into a sorted list; it stays sorted.
// command: prove
// functions: 1
#include <stdlib.h>
struct node { int data; struct node *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), x->next != NULL ==> x->data <= x->next->data);
    assigns nodes(list, next)->next;
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), x->next != NULL ==> x->data <= x->next->data);
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(\result, next))); */
struct node *insert(struct node *list, int data)
{
    struct node *fresh = malloc(sizeof(struct node));
    if (fresh == NULL)
        return list;
    //@ ghost BS -= {fresh};
    fresh->data = data;
    if (list == NULL || list->data >= data) {
        fresh->next = list;
        return fresh;
    }
    struct node *at = list;
    while (at->next != NULL && at->next->data < data)
        at = at->next;
    fresh->next = at->next;
    at->next = fresh;
    return list;
}
