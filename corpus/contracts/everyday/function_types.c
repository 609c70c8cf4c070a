// Functions are called by the contract of their type.
// command: prove
// functions: 7
#include <stddef.h>
struct node { int data; struct node *next; };

/*@ requires \valid_read(a) && \valid_read(b);
    assigns \nothing; */
typedef int (*compare)(const int *a, const int *b);

/*@ requires \valid_read(a) && \valid_read(b); ensures \result != 0 <==> *a < *b; */
static int less(const int *a, const int *b) { return *a < *b; }
static int more(const int *a, const int *b) { return *a > *b; }

/*@ requires \valid(p) && \valid(q) && c != NULL;
    assigns {p, q};
    ensures *p == \old(*p) && *q == \old(*q) || *p == \old(*q) && *q == \old(*p); */
void order(int *p, int *q, compare c)
{
    if (c(p, q)) {
        int t = *p;
        *p = *q;
        *q = t;
    }
}

/*@ requires \valid(p) && \valid(q);
    assigns {p, q};
    ensures *p == \old(*p) && *q == \old(*q) || *p == \old(*q) && *q == \old(*p); */
void both(int *p, int *q, int up)
{
    order(p, q, up ? less : more);
}

struct sorter { compare by; int count; };

/*@ requires \valid(s);
    assigns {&s->by, &s->count};
    ensures \valid(s->by) && s->count == 0; */
void set_up(struct sorter *s)
{
    s->by = more;
    s->count = 0;
}

/*@ requires \valid(s) && \valid(s->by) && Off(s) == 0;
    requires \valid_read(a) && \valid_read(b) && s->count < 1000 && Obj(a) != Obj(s) && Obj(b) != Obj(s);
    assigns {&s->count};
    ensures s->count == \old(s->count) + 1; */
int sort_by(struct sorter *s, const int *a, const int *b)
{
    s->count++;
    return s->by(a, b);
}
