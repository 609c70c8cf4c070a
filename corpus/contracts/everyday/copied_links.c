// Links that are copied together: each by itself closes no cycle.
// command: prove
// functions: 4
#include <string.h>
struct node { struct node *next; };
struct two { struct node a, b; };

/*@ requires \valid(to) && \valid(from) && Obj(to) != Obj(from) && Off(to) == 0 && Off(from) == 0;
    requires !BS(&to->a) && !BS(&to->b) && acyclic(&to->a, next) && to->a.next == NULL && to->b.next == NULL;
    requires from->a.next == &to->b && from->b.next == &to->a;
    assigns {to}; */
void close(struct two *to, struct two *from)
{
    *to = *from; // BUG: close: well-founded
}

/*@ requires \valid(to) && \valid(from) && Obj(to) != Obj(from) && Off(to) == 0 && Off(from) == 0;
    requires !BS(&to->a) && !BS(&to->b) && acyclic(&to->a, next) && to->a.next == NULL && to->b.next == NULL;
    requires from->a.next == &to->b && from->b.next == NULL;
    assigns {to};
    ensures acyclic(&to->a, next) && reach(&to->a, next, &to->b); */
void chain(struct two *to, struct two *from)
{
    *to = *from;
}

/*@ requires \valid(to) && \valid(from) && Obj(to) != Obj(from) && Off(to) == 0 && Off(from) == 0;
    requires !BS(&to->a) && !BS(&to->b) && acyclic(&to->b, next) && to->a.next == NULL && to->b.next == &to->a;
    requires from->a.next == &to->b && from->b.next == NULL;
    assigns {to};
    ensures acyclic(&to->a, next) && reach(&to->a, next, &to->b); */
void turn(struct two *to, struct two *from)
{
    memcpy(to, from, sizeof *to);
}

/*@ requires \valid(to) && Off(to) == 0;
    requires !BS(&to->a) && !BS(&to->b) && acyclic(&to->a, next);
    assigns {to};
    ensures acyclic(&to->a, next) && acyclic(&to->b, next) && to->b.next == NULL; */
void empty(struct two *to)
{
    memset(to, 0, sizeof *to);
}
