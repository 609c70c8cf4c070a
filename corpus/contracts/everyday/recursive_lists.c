// Functions that call themselves on a list, and helpers without a contract.
// command: prove
// functions: 5
#include <stdlib.h>
struct node { int value; struct node *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \freeable(x));
    frees nodes(list, next); */
void free_all(struct node *list)
{
    if (!list)
        return;
    struct node *rest = list->next;
    free(list);
    free_all(rest);
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \freeable(x));
    frees nodes(list, next); */
void free_before_reading(struct node *list)
{
    if (!list)
        return;
    free(list);
    free_before_reading(list->next); // BUG: free_before_reading: memory
}

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static struct node *last(struct node *list)
{
    while (list->next)
        list = list->next;
    return list;
}

/*@ requires list != NULL && acyclic(list, next) && !BS(list);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->value;
    ensures in(\result, nodes(list, next)) && \result->next == NULL;
    ensures \result->value >= 0 && \result->value <= 9; */
struct node *set_last(struct node *list, int value)
{
    struct node *node = last(list);
    node->value = clamp(value, 0, 9);
    return node;
}

/*@ requires list != NULL && acyclic(list, next) && !BS(list);
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns {&list->value}; */
void set_first(struct node *list, int value)
{
    last(list)->value = clamp(value, 0, 9); // BUG: set_first: assigns
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0 && \freeable(x));
    frees nodes(list, next);
    ensures acyclic(\result, next);
    ensures forall(x, nodes(\result, next), \valid(x) && in(x, \old(nodes(list, next)))); */
struct node *drop_negative(struct node *list)
{
    if (list && list->value < 0) {
        struct node *rest = list->next;
        free(list);
        return rest;
    }
    return list;
}
