// Inserts inputs into a sorted list; the order is checked at the end.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node), **link = &head;
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        while (*link && (*link)->value < node->value)
            link = &(*link)->next;
        node->next = *link;
        *link = node;
    }
    for (struct node *p = head; p && p->next; p = p->next)
        assert(p->value <= p->next->value);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
