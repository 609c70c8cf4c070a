// Removes and frees nodes whose key is that of the node before.
// command: prove
// functions: 1
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    frees nodes(list, next);
    ensures acyclic(list, next);
    ensures forall(x, nodes(list, next), in(x, \old(nodes(list, next))) && alloc(x)); */
void unique(struct node *list)
{
    struct node *cursor = list;
    while (cursor && cursor->next) {
        struct node *next = cursor->next;
        if (cursor->key == next->key) {
            cursor->next = next->next;
            free(next);
        } else {
            cursor = next;
        }
    }
}
