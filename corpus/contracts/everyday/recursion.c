// The sum of a list by recursion: a function that calls itself is called by its contract.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    requires forall(x, nodes(list, next), x->data >= 0 && x->data < 100);
    assigns \nothing;
    ensures \result < 100; */
int largest(struct node *list)
{
    if (!list)
        return 0;
    int rest = largest(list->next);
    return rest > list->data ? rest : list->data;
}
