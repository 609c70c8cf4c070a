// The term that vanishes is unlinked and not freed.
// verdict: unsafe
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
            *poly = (*poly)->next; // BUG: leak
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
