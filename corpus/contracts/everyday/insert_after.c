// Inserts a node behind another of an acyclic list.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && in(at, nodes(list, next)) && !BS(node) && !in(node, nodes(list, next));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires \valid(node) && Off(node) == 0;
    assigns {&at->next, &node->next};
    ensures acyclic(list, next) && at->next == node && node->next == \old(at->next);
    ensures in(node, nodes(list, next));
    ensures forall(x, \old(nodes(list, next)), in(x, nodes(list, next)));
    ensures forall(x, nodes(list, next), x == node || in(x, \old(nodes(list, next)))); */
void insert_after(struct node *list, struct node *at, struct node *node)
{
    node->next = at->next;
    at->next = node;
}
