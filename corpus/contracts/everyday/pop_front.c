// Takes the first node off a list and frees it.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && list != NULL && !BS(list);
    requires \valid(list) && Off(list) == 0;
    frees {list};
    ensures \result == \old(list->next);
    ensures acyclic(\result, next);
    ensures !alloc(list); */
struct node *pop_front(struct node *list)
{
    struct node *rest = list->next;
    free(list);
    return rest;
}
