// Frees a list.
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
    frees nodes(list, next); */
void free_all(struct node *list)
{
    while (list != NULL) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}
