// Removes the first node with a key from a list, and frees it.
// command: prove
// functions: 1
#include <stdlib.h>

struct item { int key; struct item *next; };

/*@ requires acyclic(head, next) && (head == NULL || !BS(head));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0 && \freeable(x));
    assigns nodes(head, next)->next;
    frees nodes(head, next);
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(head, next))) && alloc(x));
    ensures forall(x, \old(nodes(head, next)), in(x, nodes(\result, next)) || \old(x->key) == key); */
struct item *remove_first(struct item *head, int key)
{
    struct item *prev = NULL, *cur = head;
    while (cur != NULL && cur->key != key) {
        prev = cur;
        cur = cur->next;
    }
    if (cur == NULL)
        return head;
    if (prev == NULL)
        head = cur->next;
    else
        prev->next = cur->next;
    free(cur);
    return head;
}
