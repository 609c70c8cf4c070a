// All items with some number are deleted from a list; the others stay.
// command: prove
// functions: 1
#include <stdlib.h>
typedef struct item { int id; struct item *link; } item;

/*@ requires acyclic(head, link) && (head == NULL || !BS(head));
    requires forall(x, nodes(head, link), \freeable(x) && \valid(x));
    assigns nodes(head, link)->link;
    frees nodes(head, link);
    ensures acyclic(\result, link);
    ensures forall(x, nodes(\result, link), x->id != id);
    ensures forall(x, nodes(\result, link), in(x, \old(nodes(head, link)))); */
item *delete_all(item *head, int id)
{
    item *first = NULL, *last = NULL;
    while (head) {
        item *next = head->link;
        if (head->id == id) {
            free(head);
        } else {
            head->link = NULL;
            if (last)
                last->link = head;
            else
                first = head;
            last = head;
        }
        head = next;
    }
    return first;
}
