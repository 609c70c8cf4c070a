// Inserts into a doubly linked list and forgets the link back of the successor.
// verdict: unsafe
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *prev, *next;
};

int main(void) {
    struct node head = {NULL, NULL};
    while (__VERIFIER_nondet_bool()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->prev = &head;
        node->next = head.next;
        head.next = node;
    }
    for (struct node *p = &head; p->next; p = p->next)
        assert(p->next->prev == p); // BUG: assertion-failure
    while (head.next) {
        struct node *next = head.next->next;
        free(head.next);
        head.next = next;
    }
    return 0;
}
