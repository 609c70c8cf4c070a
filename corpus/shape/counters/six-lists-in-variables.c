// Six lists in local variables, each with its last node and a number that counts, from each of which a node may be taken off.
// verdict: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *make(void)
{
    struct node *node = malloc(sizeof *node);

    if (!node)
        exit(1);
    node->next = NULL;
    return node;
}

int main(void)
{
    struct node *a = NULL, *last_of_a = NULL;
    size_t length_of_a = 0;
    struct node *b = NULL, *last_of_b = NULL;
    size_t length_of_b = 0;
    struct node *c = NULL, *last_of_c = NULL;
    size_t length_of_c = 0;
    struct node *d = NULL, *last_of_d = NULL;
    size_t length_of_d = 0;
    struct node *e = NULL, *last_of_e = NULL;
    size_t length_of_e = 0;
    struct node *f = NULL, *last_of_f = NULL;
    size_t length_of_f = 0;

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_a)
            last_of_a->next = node;
        else
            a = node;
        last_of_a = node;
        length_of_a++;
    }

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_b)
            last_of_b->next = node;
        else
            b = node;
        last_of_b = node;
        length_of_b++;
    }

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_c)
            last_of_c->next = node;
        else
            c = node;
        last_of_c = node;
        length_of_c++;
    }

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_d)
            last_of_d->next = node;
        else
            d = node;
        last_of_d = node;
        length_of_d++;
    }

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_e)
            last_of_e->next = node;
        else
            e = node;
        last_of_e = node;
        length_of_e++;
    }

    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        if (last_of_f)
            last_of_f->next = node;
        else
            f = node;
        last_of_f = node;
        length_of_f++;
    }
    if (a && __VERIFIER_nondet_int()) {
        struct node *first = a;
        a = first->next;
        free(first);
        length_of_a--;
    }
    if (b && __VERIFIER_nondet_int()) {
        struct node *first = b;
        b = first->next;
        free(first);
        length_of_b--;
    }
    if (c && __VERIFIER_nondet_int()) {
        struct node *first = c;
        c = first->next;
        free(first);
        length_of_c--;
    }
    if (d && __VERIFIER_nondet_int()) {
        struct node *first = d;
        d = first->next;
        free(first);
        length_of_d--;
    }
    if (e && __VERIFIER_nondet_int()) {
        struct node *first = e;
        e = first->next;
        free(first);
        length_of_e--;
    }
    if (f && __VERIFIER_nondet_int()) {
        struct node *first = f;
        f = first->next;
        free(first);
        length_of_f--;
    }
    while (length_of_a > 0) {
        struct node *first = a;
        a = first->next;
        free(first);
        length_of_a--;
    }
    while (length_of_b > 0) {
        struct node *first = b;
        b = first->next;
        free(first);
        length_of_b--;
    }
    while (length_of_c > 0) {
        struct node *first = c;
        c = first->next;
        free(first);
        length_of_c--;
    }
    while (length_of_d > 0) {
        struct node *first = d;
        d = first->next;
        free(first);
        length_of_d--;
    }
    while (length_of_e > 0) {
        struct node *first = e;
        e = first->next;
        free(first);
        length_of_e--;
    }
    while (length_of_f > 0) {
        struct node *first = f;
        f = first->next;
        free(first);
        length_of_f--;
    }
    return 0;
}
