// Puts a node in front of a list.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires \valid(node) && !BS(node) && !in(node, nodes(list, next));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0) && Off(node) == 0;
    assigns {&node->next};
    ensures \result == node && node->next == list && acyclic(\result, next);
    ensures forall(x, nodes(\result, next), x == node || in(x, \old(nodes(list, next))));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(\result, next))); */
struct node *push_front(struct node *list, struct node *node)
{
    node->next = list;
    return node;
}
