// Unlinks and frees the first node with a key.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    frees nodes(list, next);
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), in(x, \old(nodes(list, next))) && alloc(x)); */
struct node *delete_key(struct node *list, int key)
{
    struct node *previous = NULL;
    struct node *cursor = list;
    while (cursor != NULL && cursor->data != key) {
        previous = cursor;
        cursor = cursor->next;
    }
    if (cursor == NULL)
        return list;
    if (previous == NULL)
        list = cursor->next;
    else
        previous->next = cursor->next;
    free(cursor);
    return list;
}
