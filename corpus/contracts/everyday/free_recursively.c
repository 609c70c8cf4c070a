// A list is freed by recursion: what was freed before the call does not come back with it.
// command: prove
// functions: 1
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \freeable(x));
    frees nodes(list, next);
    ensures forall(x, \old(nodes(list, next)), !alloc(x)); */
void destroy(struct node *list)
{
    if (!list)
        return;
    struct node *rest = list->next;
    free(list);
    destroy(rest);
}
