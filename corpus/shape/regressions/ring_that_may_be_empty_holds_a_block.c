// A ring of nodes that all lead to one block, between a head and itself. Where no node is left nothing leads to the
// block but a variable.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int *common;
};

static struct node head;

int main(void)
{
    head.next = head.prev = &head;
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->common = common;
        node->next = head.next;
        node->prev = &head;
        head.next->prev = node;
        head.next = node;
    }
    if (head.next == &head || head.next->next == &head)
        abort();
    while (__VERIFIER_nondet_int()) {
        struct node *node = head.next;
        if (node == &head)
            abort();
        head.next = node->next;
        node->next->prev = &head;
        free(node);
    }
    *common = 1;
    common = NULL; // BUG: leak
    return 0;
}
