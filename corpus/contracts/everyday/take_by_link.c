// The first node with a key is taken off a list by a pointer to links.
// command: prove
// functions: 1
#include <stdlib.h>
struct node { int key; struct node *next; };

/*@ requires \valid(head) && acyclic(*head, next) && (*head == NULL || !BS(*head));
    requires forall(x, nodes(*head, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(*head, next), Obj(x) != Obj(head));
    assigns {head}, nodes(*head, next)->next;
    ensures acyclic(*head, next);
    ensures \result == NULL || \result->key == key && !in(\result, nodes(*head, next));
    ensures forall(x, nodes(*head, next), in(x, \old(nodes(*head, next)))); */
struct node *take(struct node **head, int key)
{
    struct node **at = head;
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    struct node *found = *at;
    if (found)
        *at = found->next;
    return found;
}
