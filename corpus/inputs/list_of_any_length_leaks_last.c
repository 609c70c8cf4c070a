// Frees a list of any length but for its last node.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = head;
        head = node;
    }
    while (head && head->next) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
} // BUG: leak
