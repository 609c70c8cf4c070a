// Copies a list, in reverse order; null when memory runs out.
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
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), !\old(alloc(x)) && \valid(x)); */
struct node *copy(struct node *list)
{
    struct node *copied = NULL;
    struct node *cursor = list;
    while (cursor != NULL) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            return NULL;
        //@ ghost BS -= {node};
        node->data = cursor->data;
        node->next = copied;
        copied = node;
        cursor = cursor->next;
    }
    return copied;
}
