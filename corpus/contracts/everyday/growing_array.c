// A growing array: realloc keeps what fits, and leaves the block alone where it fails.
// command: prove
// functions: 4
#include <stdlib.h>
struct vec { int *data; int len, cap; };

/*@ requires \valid(v) && v->len >= 0 && v->len <= v->cap && v->cap < 1000000 && v->cap >= 1;
    requires \freeable(v->data) && forall(p, array(v->data, 4, v->cap), \valid(p)) && Obj(v->data) != Obj(v);
    assigns {&v->data, &v->len, &v->cap}, array(v->data, 4, v->cap);
    frees {v->data};
    ensures \result == 0 ==> v->len == \old(v->len) + 1 && v->data[v->len - 1] == x;
    ensures v->len <= v->cap; */
int push(struct vec *v, int x)
{
    if (v->len == v->cap) {
        int *p = realloc(v->data, sizeof(int) * v->cap * 2);
        if (!p) return -1;
        v->data = p;
        v->cap *= 2;
    }
    v->data[v->len++] = x;
    return 0;
}

/*@ requires \freeable(p) && \valid(p); frees {p}; ensures \result == NULL || \result[0] == \old(*p); */
int *grow(int *p) { return realloc(p, 8); }

/*@ requires \freeable(p) && \valid(p); frees {p}; ensures \result == NULL || \valid(\result) && \valid(\result + 1); */
int *grow2(int *p) { return realloc(p, 8); }

/*@ requires \freeable(p) && \valid(p); frees {p}; ensures \result == NULL ==> \valid(p); */
int *grow3(int *p) { return realloc(p, 8); }
