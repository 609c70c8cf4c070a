// Neighbours need not have the same handler: which one a node has depends on nothing else.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int up(int value)
{
    return value + 1;
}

static int down(int value)
{
    return value - 1;
}

struct node {
    struct node *next;
    int (*handle)(int value);
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->handle = __VERIFIER_nondet_int() ? up : down;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node && node->next; node = node->next) {
        struct node copy = *node;
        assert(copy.handle == node->next->handle); // BUG: assertion-failure
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
