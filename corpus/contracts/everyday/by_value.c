// Structs that are passed and returned by value, in pieces and as a copy.
// command: prove
// functions: 7
#include <stddef.h>
struct point { int x, y; };
struct range { int *begin; int *end; };
struct big { long a[5]; };

/*@ ensures \result.x == \old(p.y) && \result.y == \old(p.x); */
struct point flip(struct point p)
{
    struct point q = { p.y, p.x };
    return q;
}
/*@ requires \valid(out);
    assigns {out};
    ensures out->x == p.x && out->y == p.y + 1; */
void store(struct point *out, struct point p)
{
    p.y++;
    *out = p;
}
/*@ ensures \result.x == x && \result.y == y; */
struct point make(int x, int y)
{
    return (struct point) { x, y };
}
/*@ requires \valid(p);
    assigns {p};
    ensures p->x == 3 && p->y == 4; */
void use(struct point *p)
{
    *p = make(3, 4);
}
/*@ requires \valid(r.begin) && r.begin != r.end;
    ensures \result == *r.begin; */
int first(struct range r)
{
    return *r.begin;
}
/*@ ensures \result == b.a[2]; */
long third(struct big b)
{
    return b.a[2];
}
/*@ requires p.x > 0 && p.x < 100;
    ensures \result == 2 * p.x; */
int twice(struct point p)
{
    struct point r = flip(p);
    return r.y + p.x;
}
