// Sets the data of every node of a list that ends with null.
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
    ensures forall(x, nodes(list, next), x->data == 42);
    ensures acyclic(list, next); */
void iterate(struct node *list)
{
    struct node *cursor = list;
    //@ loop invariant cursor == NULL || in(cursor, nodes(list, next));
    //@ loop invariant forall(x, nodes(list, next), x->data == 42 || in(x, nodes(cursor, next)));
    while (cursor) {
        cursor->data = 42;
        cursor = cursor->next;
    }
}
