// A list is split by the sign of its numbers, and each part holds only what belongs there.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int number;
    struct node *next;
};

int main(void)
{
    struct node *low = NULL, *high = NULL;
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int();
        if (number < 0) {
            struct node *node = malloc(sizeof *node);
            node->number = number;
            node->next = low;
            low = node;
        } else {
            struct node *node = malloc(sizeof *node);
            node->number = number;
            node->next = high;
            high = node;
        }
    }
    for (; low; low = low->next)
        if (low->number >= 0)
            __VERIFIER_error();
    for (; high; high = high->next)
        if (high->number < 0)
            __VERIFIER_error();
    return 0;
}
