// A circular list whose head's back link stays at the first node that was added: freeing that node empties the list
// and loses all nodes behind it.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node head;

int main(void)
{
    head.next = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node)
            continue;
        struct node *after = head.next;
        node->next = after;
        after->prev = node;
        head.next = node;
    }
    while (head.next != &head) {
        struct node *node = head.prev;
        head.next = node->next;
        free(node); // BUG: leak
    }
    return 0;
}
