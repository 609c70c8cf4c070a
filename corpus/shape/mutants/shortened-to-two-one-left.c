// A doubly-linked list is shortened from its end until one node is left, which is freed twice.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node *after(struct node *last)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->prev = last;
    if (last)
        last->next = node;
    return node;
}

int main(void)
{
    struct node *first = after(NULL);
    struct node *last = first;
    do {
        last = after(last);
    } while (__VERIFIER_nondet_int());
    while (first != last) {
        struct node *before = last->prev;
        free(last);
        before->next = NULL;
        last = before;
    }
    free(first);
    free(last); // BUG: double-free
    return 0;
}
