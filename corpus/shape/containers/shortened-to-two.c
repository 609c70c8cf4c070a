// A doubly-linked list of two nodes or more is shortened from its end until two are left.
// verdict: safe
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
    while (first->next != last) {
        struct node *before = last->prev;
        free(last);
        before->next = NULL;
        last = before;
    }
    free(first);
    free(last);
    return 0;
}
