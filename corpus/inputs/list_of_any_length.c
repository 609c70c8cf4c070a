// Builds a list of any length, walks it, and frees it.
// verdict: safe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    int positive = 0;
    for (struct node *p = head; p; p = p->next)
        if (p->value > 0)
            positive |= 1;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return positive;
}
