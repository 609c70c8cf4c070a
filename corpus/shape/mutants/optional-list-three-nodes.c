// A sub-list may have three nodes, of which two are freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *inner;
};

static struct inner *make_inner(struct inner *next)
{
    struct inner *inner = malloc(sizeof *inner);
    if (!inner)
        return next;
    inner->next = next;
    return inner;
}

int main(void)
{
    struct outer *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *node = malloc(sizeof *node);
        if (!node)
            break;
        node->inner = NULL;
        if (__VERIFIER_nondet_int())
            node->inner = make_inner(node->inner);
        if (__VERIFIER_nondet_int())
            node->inner = make_inner(node->inner);
        if (__VERIFIER_nondet_int())
            node->inner = make_inner(node->inner);
        node->next = list;
        list = node;
    }
    while (list) {
        struct outer *next = list->next;
        if (list->inner) {
            free(list->inner->next); // BUG: leak
            free(list->inner);
        }
        free(list);
        list = next;
    }
    return 0;
}
