// A sum with an empty polynomial is the other polynomial itself.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct term {
    unsigned exponent;
    int factor;
    struct term *next;
};

static struct term *new_term(unsigned exponent, int factor)
{
    struct term *term = malloc(sizeof *term);
    if (!term)
        exit(1);
    term->exponent = exponent;
    term->factor = factor;
    term->next = NULL;
    return term;
}

static struct term *read_polynomial(void)
{
    struct term *first = NULL;
    unsigned exponent = 0;
    while (__VERIFIER_nondet_int()) {
        struct term *term = new_term(exponent, __VERIFIER_nondet_int());
        exponent += 1 + (__VERIFIER_nondet_int() != 0);
        term->next = first;
        first = term;
    }
    return first;
}

static struct term *add(const struct term *a, const struct term *b)
{
    struct term *sum = NULL, **end = &sum;
    if (!b)
        return (struct term *)a;
    while (a || b) {
        unsigned exponent;
        unsigned factor = 0;
        if (!b || (a && a->exponent >= b->exponent))
            exponent = a->exponent;
        else
            exponent = b->exponent;
        if (a && a->exponent == exponent) {
            factor += a->factor;
            a = a->next;
        }
        if (b && b->exponent == exponent) {
            factor += b->factor;
            b = b->next;
        }
        if (factor != 0) {
            *end = new_term(exponent, factor);
            end = &(*end)->next;
        }
    }
    return sum;
}

static void destroy(struct term *list)
{
    while (list) {
        struct term *next = list->next; // BUG: use-after-free
        free(list);
        list = next;
    }
}

int main(void)
{
    struct term *a = read_polynomial();
    struct term *b = read_polynomial();
    struct term *sum = add(a, b);
    destroy(a);
    destroy(b);
    destroy(sum);
    return 0;
}
