// Polynomials as lists of terms, sorted by exponent, added up from the arguments.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct term {
    int exponent;
    long factor;
    struct term *next;
};

static int add(struct term **poly, int exponent, long factor) {
    while (*poly && (*poly)->exponent > exponent)
        poly = &(*poly)->next;
    if (*poly && (*poly)->exponent == exponent) {
        (*poly)->factor += factor;
        if ((*poly)->factor == 0) {
            struct term *dead = *poly;
            *poly = dead->next;
            free(dead);
        }
        return 1;
    }
    struct term *term = malloc(sizeof *term);
    if (!term)
        return 0;
    term->exponent = exponent;
    term->factor = factor;
    term->next = *poly;
    *poly = term;
    return 1;
}

int main(void) {
    struct term *poly = NULL, *next;
    int exponent, factor;
    while (scanf("%d %d", &factor, &exponent) == 2)
        if (!add(&poly, exponent, factor))
            break;
    for (struct term *t = poly; t; t = next) {
        next = t->next;
        printf("%ldx^%d ", t->factor, t->exponent);
        free(t);
    }
    putchar('\n');
    return 0;
}
