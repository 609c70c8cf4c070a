// Inserts a node into a sorted list; it stays sorted.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), x->next == NULL || x->data <= x->next->data);
    requires \valid(node) && Off(node) == 0 && !BS(node) && !in(node, nodes(list, next));
    requires forall(x, nodes(list, next), !reach(node, next, x)) && acyclic(node, next);
    assigns nodes(list, next)->next, {&node->next};
    ensures acyclic(\result, next) && !BS(\result);
    ensures forall(x, nodes(\result, next), x->next == NULL || x->data <= x->next->data);
    ensures forall(x, nodes(\result, next), x == node || in(x, \old(nodes(list, next))));
    ensures in(node, nodes(\result, next)) && forall(x, \old(nodes(list, next)), in(x, nodes(\result, next))); */
struct node *slist_sorted_insert(struct node *list, struct node *node)
{
    if (list == NULL || node->data <= list->data) {
        node->next = list;
        return node;
    }
    struct node *cursor = list;
    //@ loop invariant in(cursor, nodes(list, next)) && cursor->data < node->data;
    while (cursor->next != NULL && cursor->next->data < node->data)
        cursor = cursor->next;
    node->next = cursor->next;
    cursor->next = node;
    return list;
}
