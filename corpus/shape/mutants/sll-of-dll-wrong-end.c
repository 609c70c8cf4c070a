// The inner list is freed from its last node along the links to the next.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
    struct inner *prev;
    int value;
};

struct outer {
    struct outer *next;
    struct inner *first;
    struct inner *last;
};

static void append(struct outer *outer)
{
    struct inner *inner = malloc(sizeof *inner);
    if (!inner)
        return;
    inner->value = 0;
    inner->next = NULL;
    inner->prev = outer->last;
    if (outer->last)
        outer->last->next = inner;
    else
        outer->first = inner;
    outer->last = inner;
}

int main(void)
{
    struct outer *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        if (!outer)
            break;
        outer->first = outer->last = NULL;
        while (__VERIFIER_nondet_int())
            append(outer);
        outer->next = list;
        list = outer;
    }
    while (list) {
        struct outer *outer = list;
        list = outer->next;
        while (outer->last) {
            struct inner *inner = outer->last;
            outer->last = inner->next;
            free(inner);
        }
        free(outer); // BUG: leak
    }
    return 0;
}
