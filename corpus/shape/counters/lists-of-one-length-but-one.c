// Two lists that are built together, but the second has no node for a space: a walk along the first leaves it behind.
// verdict: unsafe
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
        if (c != ' ')
            b = push(b, -c);
    }
    for (p = a, q = b; p; p = p->next, q = q->next)
        product += p->value * q->value; // BUG: null-deref
    while (a) {
        p = a->next;
        free(a);
        a = p;
        q = b->next; // BUG: null-deref
        free(b);
        b = q;
    }
    return product > 1000;
}
