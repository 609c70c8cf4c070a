// Moves the first node of one list to another of the same type.
// command: prove
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires \valid(from) && \valid(to) && Off(from) == 0 && Off(to) == 0 && Obj(from) != Obj(to);
    requires acyclic(*from, next) && acyclic(*to, next) && *from != NULL && !BS(*from) && (*to == NULL || !BS(*to));
    requires forall(x, nodes(*from, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(from) && Obj(x) != Obj(to));
    requires forall(x, nodes(*to, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(from) && Obj(x) != Obj(to));
    requires forall(x, nodes(*from, next), !in(x, nodes(*to, next)));
    assigns {from, to}, {&(*from)->next};
    ensures acyclic(*from, next) && acyclic(*to, next);
    ensures *to == \old(*from) && (*to)->next == \old(*to) && *from == \old((*from)->next);
    ensures forall(x, nodes(*from, next), !in(x, nodes(*to, next))); */
void move(struct node **from, struct node **to)
{
    struct node *node = *from;
    *from = node->next;
    node->next = *to;
    *to = node;
}
