// Counts and clears the negative numbers of a list.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->data;
    ensures forall(x, nodes(list, next), x->data >= 0);
    ensures acyclic(list, next); */
void clear_negative(struct node *list)
{
    for (struct node *cursor = list; cursor; cursor = cursor->next)
        if (cursor->data < 0)
            cursor->data = 0;
}
