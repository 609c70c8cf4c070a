// Two lists in global variables: a node is taken from one for the other; all go back.
// command: prove
// functions: 2
#include <stdlib.h>
typedef struct n { struct n *next; int v; } n;
n *head, *freelist;

/*@ requires acyclic(head, next) && acyclic(freelist, next) && (head == NULL || !BS(head)) && (freelist == NULL || !BS(freelist));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(&head) && Obj(x) != Obj(&freelist));
    requires forall(x, nodes(freelist, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(&head) && Obj(x) != Obj(&freelist));
    requires forall(x, nodes(head, next), !in(x, nodes(freelist, next)));
    assigns {&head, &freelist}, {&freelist->next, &freelist->v};
    ensures acyclic(head, next) && acyclic(freelist, next);
    ensures forall(x, nodes(head, next), !in(x, nodes(freelist, next)));
    ensures \old(freelist) != NULL ==> head == \old(freelist) && head->v == v; */
int get(int v) { n *x = freelist; if (!x) return 0; freelist = x->next; x->next = head; x->v = v; head = x; return 1; }

/*@ requires acyclic(head, next) && acyclic(freelist, next) && (head == NULL || !BS(head)) && (freelist == NULL || !BS(freelist));
    requires forall(x, nodes(head, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(&head) && Obj(x) != Obj(&freelist));
    requires forall(x, nodes(freelist, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(&head) && Obj(x) != Obj(&freelist));
    requires forall(x, nodes(head, next), !in(x, nodes(freelist, next)));
    assigns {&head, &freelist}, nodes(head, next)->next;
    ensures head == NULL && acyclic(freelist, next);
    ensures forall(x, \old(nodes(head, next)), in(x, nodes(freelist, next)));
    ensures forall(x, \old(nodes(freelist, next)), in(x, nodes(freelist, next))); */
void release_all(void) { while (head) { n *x = head; head = x->next; x->next = freelist; freelist = x; } }
