// Finds a node with a key.
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
    ensures \result == NULL || in(\result, nodes(list, next)) && \result->data == key;
    ensures \result != NULL || forall(x, nodes(list, next), x->data != key); */
struct node *search(struct node *list, int key)
{
    struct node *cursor = list;
    while (cursor != NULL && cursor->data != key)
        cursor = cursor->next;
    return cursor;
}
