// Two blocks are allocated, or none; and freed.
// command: prove
// functions: 2
#include <stdlib.h>
struct two { int *a, *b; };
/*@ requires \valid(t);
    assigns {&t->a, &t->b};
    ensures \result == 0 ==> \freeable(t->a) && \freeable(t->b) && t->a != t->b && *t->a == 1;
    ensures \result != 0 ==> t->a == NULL && t->b == NULL; */
int make(struct two *t)
{
    int *a = NULL, *b = NULL;
    a = malloc(sizeof *a);
    if (!a)
        goto fail;
    b = malloc(sizeof *b);
    if (!b)
        goto fail;
    *a = 1;
    *b = 2;
    t->a = a;
    t->b = b;
    return 0;
fail:
    free(a);
    free(b);
    t->a = t->b = NULL;
    return -1;
}
/*@ requires \valid(t) && \freeable(t->a) && \freeable(t->b) && t->a != t->b;
    requires Obj(t) != Obj(t->a) && Obj(t) != Obj(t->b);
    frees {t->a, t->b};
    assigns {&t->a, &t->b};
    ensures t->a == NULL && t->b == NULL; */
void drop(struct two *t)
{
    free(t->a);
    free(t->b);
    t->a = t->b = 0;
}
