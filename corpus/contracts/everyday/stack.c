// A stack that counts its items: made, pushed to, popped from.
// command: prove
// functions: 3
#include <stdlib.h>
struct item { int value; struct item *next; };
struct stack { struct item *top; int count; };

/*@ requires \valid(s);
    assigns {&s->top, &s->count};
    ensures s->top == NULL && s->count == 0; */
void stack_init(struct stack *s) { s->top = NULL; s->count = 0; }

/*@ requires \valid(s) && Off(s) == 0 && acyclic(s->top, next) && (s->top == NULL || !BS(s->top));
    requires forall(x, nodes(s->top, next), Obj(x) != Obj(s) && \valid(x) && Off(x) == 0);
    assigns {&s->top, &s->count};
    ensures \result == 0 ==> s->top == \old(s->top);
    ensures \result == 1 ==> s->top->value == value && s->top->next == \old(s->top);
    ensures acyclic(s->top, next); */
int stack_push(struct stack *s, int value)
{
    struct item *it = malloc(sizeof *it);
    if (it == NULL)
        return 0;
    it->value = value;
    it->next = s->top;
    //@ ghost BS -= {it};
    s->top = it;
    s->count++;
    return 1;
}

/*@ requires \valid(s) && Off(s) == 0 && s->top != NULL && !BS(s->top) && acyclic(s->top, next);
    requires forall(x, nodes(s->top, next), \valid(x) && Off(x) == 0 && Obj(x) != Obj(s));
    assigns {&s->top, &s->count};
    frees {s->top};
    ensures s->top == \old(s->top->next) && \result == \old(s->top->value);
    ensures acyclic(s->top, next); */
int stack_pop(struct stack *s)
{
    struct item *it = s->top;
    int v = it->value;
    s->top = it->next;
    free(it);
    s->count--;
    return v;
}
