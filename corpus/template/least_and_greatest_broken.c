// The greatest number is not kept.
// verdict: unsafe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

#include <limits.h>

struct node {
    struct node *next;
    int number;
};

int main(void)
{
    struct node *list = NULL;
    int least = INT_MAX, greatest = INT_MIN;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->number = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
        if (node->number < least)
            least = node->number;
        if (node->number < greatest)
            greatest = node->number;
    }
    for (struct node *node = list; node; node = node->next)
        if (node->number < least || node->number > greatest)
            __VERIFIER_error(); // BUG: reach-error
    return 0;
}
