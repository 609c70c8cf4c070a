// A cycle is freed as if it ended.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first);
    if (!first)
        return 1;
    first->next = NULL;
    struct node *last = first;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = NULL;
        last->next = node;
        last = node;
    }
    if (__VERIFIER_nondet_int())
        last->next = first;
    struct node *slow = first, *fast = first->next;
    while (fast && fast->next && fast != slow) {
        slow = slow->next;
        fast = fast->next->next;
    }
    int cyclic = fast == slow;
    while (first) {
        struct node *next = first->next; // BUG: use-after-free
        free(first);
        first = next;
    }
    return cyclic;
}
