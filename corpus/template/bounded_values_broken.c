// The numbers in a list are halved too early, so that one falls below 10.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int number;
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first), *last = first;
    first->next = NULL;
    first->number = 10;
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int();
        if (number < 10 || number > 20)
            continue;
        struct node *node = malloc(sizeof *node);
        node->number = number;
        node->next = NULL;
        last->next = node;
        last = node;
    }
    for (;;) {
        for (struct node *node = first; node; node = node->next) {
            if (node->number < 10 || node->number > 20)
                __VERIFIER_error(); // BUG: reach-error
            if (node->number < 19)
                node->number++;
            else
                node->number /= 2;
        }
    }
}
