// A small node is taken for a large one.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct base {
    struct base *next;
    int is_large;
};

struct large {
    struct base base;
    long payload[4];
};

int main(void)
{
    struct base *list = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct large *large = malloc(sizeof *large);
            if (!large)
                break;
            large->base.is_large = 1;
            large->payload[3] = 0;
            large->base.next = list;
            list = &large->base;
        } else {
            struct base *small = malloc(sizeof *small);
            if (!small)
                break;
            small->is_large = list && list->is_large;
            small->next = list;
            list = small;
        }
    }
    for (struct base *node = list; node; node = node->next)
        if (node->is_large)
            ((struct large *)node)->payload[3]++; // BUG: out-of-bounds
    while (list) {
        struct base *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
