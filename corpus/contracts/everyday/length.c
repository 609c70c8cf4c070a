// Counts the nodes of a list.
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
    ensures list != NULL || \result == 0; */
unsigned long length(struct node *list)
{
    unsigned long count = 0;
    for (struct node *cursor = list; cursor != NULL; cursor = cursor->next)
        count++;
    return count;
}
