// Appends a node at the end of a list.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && list != NULL && !BS(list);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires \valid(node) && Off(node) == 0 && !BS(node) && !in(node, nodes(list, next)) && node->next == NULL;
    assigns nodes(list, next)->next;
    ensures acyclic(list, next);
    ensures in(node, nodes(list, next));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(list, next)));
    ensures forall(x, nodes(list, next), x == node || in(x, \old(nodes(list, next)))); */
void append(struct node *list, struct node *node)
{
    while (list->next != NULL)
        list = list->next;
    list->next = node;
}
