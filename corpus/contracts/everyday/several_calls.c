// A caller of three contracts: it makes two nodes, changes and frees them.
// command: prove
// functions: 4
#include <stdlib.h>
struct node { int data; struct node *next; };

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    ensures \result == NULL || acyclic(\result, next) && !BS(\result) && \valid(\result) && Off(\result) == 0 && \freeable(\result);
    ensures \result != NULL ==> \result->next == list && \result->data == data;
    ensures \result != NULL ==> !\old(alloc(\result)); */
struct node *cons(int data, struct node *list)
{
    struct node *n = malloc(sizeof *n);
    if (n) {
        n->data = data;
        n->next = list;
        //@ ghost BS -= {n};
    }
    return n;
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \valid(x) && Off(x) == 0);
    assigns nodes(list, next)->data;
    ensures forall(x, nodes(list, next), x->data == 0);
    ensures acyclic(list, next); */
void zero(struct node *list)
{
    for (struct node *p = list; p; p = p->next)
        p->data = 0;
}

/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires forall(x, nodes(list, next), \freeable(x) && \valid(x));
    frees nodes(list, next); */
void destroy(struct node *list)
{
    while (list) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
}

/*@ ensures \result == 0 || \result == -1; */
int main_like(void)
{
    struct node *a = cons(1, NULL);
    if (!a)
        return -1;
    struct node *b = cons(2, a);
    if (!b) {
        destroy(a);
        return -1;
    }
    zero(b);
    int d = a->data;
    destroy(b);
    return d;
}
