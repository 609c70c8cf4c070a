// Cases, jumps to a label, recursion, and a loop that is tested at its end.
// command: prove
// functions: 5
#include <stdlib.h>
struct node { int data; struct node *next; };
enum op { ADD, SUB, NEG };
/*@ ensures op == 0 ==> \result == a + b;
    ensures op == 1 ==> \result == a - b;
    ensures op == 2 ==> \result == -a;
    ensures op != 0 && op != 1 && op != 2 ==> \result == 0; */
unsigned eval(int op, unsigned a, unsigned b)
{
    switch (op) {
    case ADD: return a + b;
    case SUB: b = -b; return a + b;
    case NEG: return -a;
    default: return 0;
    }
}
/*@ requires \valid(out);
    assigns {out};
    ensures \result == 0 ==> *out != NULL && alloc(*out);
    ensures \result != 0 ==> *out == NULL; */
int create(struct node **out)
{
    int rc = -1;
    struct node *a = NULL, *b = NULL;
    *out = NULL;
    a = malloc(sizeof *a);
    if (!a)
        goto fail;
    b = malloc(sizeof *b);
    if (!b)
        goto fail;
    //@ ghost BS -= {b};
    b->next = NULL;
    //@ ghost BS -= {a};
    a->next = b;
    a->data = b->data = 0;
    *out = a;
    return 0;
fail:
    free(a);
    return rc;
}
/*@ requires acyclic(l, next) && (l == NULL || !BS(l));
    requires forall(x, nodes(l, next), \valid(x) && Off(x) == 0);
    assigns nodes(l, next)->data;
    ensures forall(x, nodes(l, next), x->data == v); */
void fill(struct node *l, int v)
{
    if (l) {
        l->data = v;
        fill(l->next, v);
    }
}
/*@ requires n >= 0 && n <= 1000;
    ensures \result >= n; */
int climb(int n)
{
    int i = 0;
retry:
    if (i < n) {
        i++;
        goto retry;
    }
    return i;
}
/*@ requires n > 0;
    ensures \result == n; */
int count(int n)
{
    int i = 0;
    do {
        i++;
    } while (i < n);
    return i;
}
