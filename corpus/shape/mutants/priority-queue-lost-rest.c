// Insertion in front of others loses them.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int priority;
    struct node *next;
};

static void insert(struct node *sentinel, struct node *node)
{
    struct node *before = sentinel;
    while (before->next && before->next->priority <= node->priority)
        before = before->next;
    node->next = NULL;
    before->next = node; // BUG: leak
}

int main(void)
{
    struct node *sentinel = calloc(1, sizeof *sentinel);
    if (!sentinel)
        return 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof *node);
            if (!node)
                break;
            node->priority = __VERIFIER_nondet_int();
            insert(sentinel, node);
        } else if (sentinel->next) {
            struct node *first = sentinel->next;
            sentinel->next = first->next;
            free(first);
        }
    }
    while (sentinel) {
        struct node *next = sentinel->next;
        free(sentinel);
        sentinel = next;
    }
    return 0;
}
