// Addresses of members and elements.
struct point { int x, y; };
struct shape { char tag; struct point corners[4]; union { long l; double d; } u; };
typedef struct { short a; struct point p; } anonymous;
int first(struct point *p) { return p->x; }
int second(struct point *p) { return p->y; }
int nested(struct shape *s, int i) { return s->corners[i].y; }
int constant(struct shape *s) { return s->corners[2].y; }
double both(struct shape *s) { s->u.l = 1; return s->u.d; }
int unnamed(anonymous *p) { return p->p.y; }
struct point *step(struct point *p, int n) { return p + n; }
char *back(char *p, long n) { return p - n; }
long between(struct point *a, struct point *b) { return b - a; }
int local(int i) { int a[3] = {1, 2, 3}; return a[i]; }
void assign(struct shape *a, struct shape *b) { *a = *b; }
void *container(int *y) { return (char *)y - __builtin_offsetof(struct point, y); }
