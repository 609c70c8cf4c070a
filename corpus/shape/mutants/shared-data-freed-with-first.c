// The shared object is freed with the last node and once more afterwards.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shared {
    int users;
};

struct node {
    struct shared *shared;
    struct node *next;
};

int main(void)
{
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return 1;
    shared->users = 0;
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->shared = shared;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        node->shared->users++;
    while (list) {
        struct node *next = list->next;
        list->shared->users--;
        if (!next)
            free(shared);
        free(list);
        list = next;
    }
    if (shared)
        free(shared); // BUG: double-free
    return 0;
}
