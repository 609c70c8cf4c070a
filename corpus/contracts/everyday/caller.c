// Builds a list of two nodes and frees it, by the contracts of what it calls.
// command: prove
// functions: 3
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    ensures \result == NULL || !\old(alloc(\result)) && \valid(\result) && Off(\result) == 0 && !BS(\result);
    ensures \result == NULL || \result->next == list && \result->data == data && acyclic(\result, next); */
struct node *cons(int data, struct node *list)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return NULL;
    //@ ghost BS -= {node};
    node->data = data;
    node->next = list;
    return node;
}

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

/*@ ensures \result == 0 || \result == 3; */
int sum(void)
{
    struct node *last = cons(2, NULL);
    if (last == NULL)
        return 0;
    struct node *first = cons(1, last);
    if (first == NULL) {
        free_all(last);
        return 0;
    }
    int result = first->data + first->next->data;
    free_all(first);
    return result;
}
