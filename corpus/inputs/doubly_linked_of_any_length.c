// Builds a doubly linked list of any length and checks its links back.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *prev, *next;
};

int main(void) {
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_bool()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = NULL;
        node->prev = last;
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    for (struct node *p = first; p && p->next; p = p->next)
        assert(p->next->prev == p);
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
