// Adds a node to a list that ends with null.
// command: prove
// functions: 1
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    ensures \result == NULL || \result->next == list && \result->data == data;
    ensures \result == NULL || acyclic(\result, next) && \valid(\result);
    ensures \result == NULL || !BS(\result) && !\old(alloc(\result));
    ensures forall(x, nodes(list, next), \result == NULL || in(x, nodes(\result, next)));
    ensures forall(x, nodes(\result, next), x == \result || in(x, \old(nodes(list, next)))); */
struct node *slist_add(struct node *list, int data)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    //@ ghost BS -= {node};
    node->data = data;
    node->next = list;
    return node;
}
