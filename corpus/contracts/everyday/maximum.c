// The largest number of a list that is not empty.
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
    ensures forall(x, nodes(list, next), x->data <= \result);
    ensures exists(x, nodes(list, next), x->data == \result); */
int maximum(struct node *list)
{
    struct node *best = list;
    struct node *cursor = list->next;
    while (cursor != NULL) {
        if (cursor->data > best->data)
            best = cursor;
        cursor = cursor->next;
    }
    return best->data;
}
