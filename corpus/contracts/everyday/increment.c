// Adds one to the number in every node, once.
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
    ensures forall(x, nodes(list, next), x->data == \old(x->data) + 1); */
void increment(struct node *list)
{
    while (list) {
        list->data++;
        list = list->next;
    }
}
