// All nodes of a list lead to one block, and any number of nodes is taken off the list. Where none is left nothing leads
// to the block but a variable, and nobody asks whether that is so before the variable is overwritten.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *common;
};

static struct node *list;

int main(void)
{
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->common = common;
        node->next = list;
        list = node;
    }
    if (!list || !list->next)
        abort();
    while (__VERIFIER_nondet_int()) {
        if (!list)
            abort();
        struct node *next = list->next;
        free(list);
        list = next;
    }
    *common = 1;
    common = NULL; // BUG: leak
    return 0;
}
