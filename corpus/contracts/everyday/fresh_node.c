// A new node is a list of its own only when its link is set: memory that was never written holds anything.
// command: prove
// functions: 2
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

/*@ ensures \result == NULL || acyclic(\result, next) && !BS(\result) && \result->value == value;
    ensures \result == NULL || forall(x, nodes(\result, next), \valid(x) && Off(x) == 0); */
struct node *single(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = value;
    node->next = NULL;
    //@ ghost BS -= {node};
    return node;
}

/*@ ensures \result == NULL || acyclic(\result, next) && !BS(\result);
    ensures \result == NULL || forall(x, nodes(\result, next), \valid(x)); */ // BUG: forgotten: postcondition
struct node *forgotten(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = value;
    //@ ghost BS -= {node};
    return node;
}
