// A stack behind a header that counts its frames.
// command: prove
// functions: 4
#include <stdlib.h>
struct frame { int value; struct frame *below; };
struct stack { struct frame *top; unsigned depth; };

/*@ requires \valid(s);
    assigns {&s->top, &s->depth};
    ensures s->top == NULL && s->depth == 0; */
void init(struct stack *s)
{
    s->top = NULL;
    s->depth = 0;
}

/*@ requires \valid(s) && acyclic(s->top, below) && (s->top == NULL || !BS(s->top));
    requires forall(x, nodes(s->top, below), \valid(x) && Off(x) == 0 && Obj(x) != Obj(s));
    assigns {&s->top, &s->depth};
    ensures acyclic(s->top, below);
    ensures \result == 0 ==> s->top == \old(s->top);
    ensures \result != 0 ==> s->top->value == v && s->top->below == \old(s->top) && s->depth == \old(s->depth) + 1;
    ensures \result != 0 ==> !BS(s->top); */
int push(struct stack *s, int v)
{
    struct frame *f = malloc(sizeof *f);
    if (!f)
        return 0;
    //@ ghost BS -= {f};
    f->value = v;
    f->below = s->top;
    s->top = f;
    s->depth++;
    return 1;
}

/*@ requires \valid(s) && s->top != NULL && acyclic(s->top, below) && !BS(s->top);
    requires forall(x, nodes(s->top, below), \valid(x) && Off(x) == 0 && Obj(x) != Obj(s) && \freeable(x));
    assigns {&s->top, &s->depth};
    frees {s->top};
    ensures s->top == \old(s->top->below) && \result == \old(s->top->value);
    ensures acyclic(s->top, below);
    ensures s->depth == \old(s->depth) - 1; */
int pop(struct stack *s)
{
    struct frame *f = s->top;
    int v = f->value;
    s->top = f->below;
    s->depth--;
    free(f);
    return v;
}

/*@ requires \valid(s);
    ensures \result == (s->top == NULL); */
int is_empty(const struct stack *s)
{
    return s->top == NULL;
}
