// Two lists that are built together have the same length, which nobody counts: a walk along one is a walk along the other.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct term {
    int value;
    struct term *next;
};

static struct term *push(struct term *list, int value)
{
    struct term *term = malloc(sizeof *term);
    if (!term)
        exit(1);
    term->value = value;
    term->next = list;
    return term;
}

int main(void)
{
    struct term *a = NULL, *b = NULL, *p, *q;
    long product = 0;
    int c;
    while ((c = getchar()) != EOF) {
        a = push(a, c);
        b = push(b, -c);
    }
    for (p = a, q = b; p; p = p->next, q = q->next)
        product += p->value * q->value;
    while (a) {
        p = a->next;
        free(a);
        a = p;
        q = b->next;
        free(b);
        b = q;
    }
    return product > 1000;
}
