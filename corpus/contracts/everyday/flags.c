// A flag says whether some or all elements of a list are as asked; the last node is taken off.
// command: prove
// functions: 3
#include <stddef.h>

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(list, next) && (list != NULL ==> !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    ensures \result == 1 <==> exists(x, nodes(list, next), x->data == key); */
int has(struct node *list, int key)
{
    int found = 0;
    for (; list; list = list->next)
        if (list->data == key)
            found = 1;
    return found;
}

/*@ requires acyclic(list, next) && (list != NULL ==> !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    ensures \result == 1 <==> forall(x, nodes(list, next), x->data == key); */
int has_only(struct node *list, int key)
{
    int only = 1;
    for (struct node *at = list; at; at = at->next)
        if (at->data != key)
            only = 0;
    return only;
}

/*@ requires acyclic(list, next) && list != NULL && !BS(list);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    ensures acyclic(list, next) && in(\result, \old(nodes(list, next))) && \result->next == NULL;
    ensures \old(list->next) != NULL ==> !in(\result, nodes(list, next)); */
struct node *without_last(struct node *list)
{
    struct node *before = NULL;
    while (list->next) {
        before = list;
        list = list->next;
    }
    if (before)
        before->next = NULL;
    return list;
}
