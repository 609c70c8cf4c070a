// Moves the first node of one list to the front of another of the same type.
// command: prove
// functions: 1
#include <stddef.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires \valid(from) && \valid(to) && from != to && *from != NULL;
    requires acyclic(*from, next) && !BS(*from) && acyclic(*to, next) && (*to == NULL || !BS(*to));
    requires forall(x, nodes(*from, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(from) && Obj(x) != Obj(to));
    requires forall(x, nodes(*to, next), Obj(x) != Obj(from) && Obj(x) != Obj(to));
    requires forall(x, nodes(*from, next), !in(x, nodes(*to, next)));
    assigns {from, to, &(*from)->next};
    ensures *to == \old(*from) && *from == \old((*from)->next);
    ensures acyclic(*from, next) && acyclic(*to, next);
    ensures forall(x, nodes(*from, next), !in(x, nodes(*to, next))); */
void move_first(struct node **from, struct node **to)
{
    struct node *first = *from;
    *from = first->next;
    first->next = *to;
    *to = first;
}
