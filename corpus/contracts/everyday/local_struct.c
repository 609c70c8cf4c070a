// A list is reversed; where it begins and how long it is stand in a struct.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

struct reversed {
    struct node *first;
    int length;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->next;
    ensures acyclic(\result.first, next);
    ensures forall(x, nodes(\result.first, next), in(x, \old(nodes(list, next)))); */
struct reversed reverse(struct node *list)
{
    struct reversed all = { NULL, 0 };
    while (list) {
        struct node *next = list->next;
        list->next = all.first;
        all.first = list;
        all.length++;
        list = next;
    }
    return all;
}
