// A node in the middle of a list is passed by value among variable arguments: its link is not that of the last node.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    long values[3];
};

static int is_last(int count, ...)
{
    va_list list;
    va_start(list, count);
    struct node node = va_arg(list, struct node);
    va_end(list);
    return !node.next;
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    if (list && list->next && list->next->next && list->next->next->next)
        assert(is_last(1, *list->next->next->next)); // BUG: assertion-failure
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
