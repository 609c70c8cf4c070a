// Functions keep lists ending for their callers, though their own contracts speak of no list.
// command: prove
// functions: 8
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

/*@ requires \valid(p) && BS(p);
    assigns {&p->next};
    ensures p->next == p; */
static void close(struct node *p) { p->next = p; }

/*@ requires \valid(p) && BS(p);
    assigns {&p->next, &p->value};
    ensures p->next == p && p->value == 0; */
static void reset(struct node *p)
{
    p->value = 0;
    close(p);
}

/*@ requires \valid(p) && BS(p);
    assigns {&p->next, &p->value};
    ensures block(p, next) == p; */
void empty(struct node *p) { reset(p); }

/*@ requires \valid(p);
    assigns {&p->next}; */
typedef void (*change)(struct node *p);

static void cut(struct node *p) { p->next = NULL; }

/*@ requires \valid(p) && !BS(p) && by != NULL;
    assigns {&p->next}; */
void each(struct node *p, change by)
{
    //@ assert !reach(p, next, NULL);
    by(p);
}

/*@ requires \valid(p) && !BS(p) && acyclic(p, next);
    assigns {&p->next}; */
void shorten(struct node *p) { each(p, cut); }

/*@ requires \valid(p) && \valid(q) && !BS(q);
    assigns {&p->next};
    ensures p->next == q; */
void link_to(struct node *p, struct node *q)
{
    p->next = q; // BUG: link_to: well-founded
}

/*@ requires \valid(p) && \valid(q) && !BS(p) && !BS(q) && acyclic(q, next);
    assigns {&p->next};
    ensures reach(p, next, q); */
void put_before(struct node *p, struct node *q) { link_to(p, q); }
