// Each node of a list has a part that leads to one block, until parts are taken away. Where no part is left nothing
// leads to the block but a variable.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part {
    int *common;
};

struct node {
    struct node *next;
    struct part *part;
};

static struct node *list;

int main(void)
{
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    do {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->part = malloc(sizeof *node->part);
        if (!node->part)
            abort();
        node->part->common = common;
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    if (!list->next || !list->next->next)
        abort();
    for (struct node *node = list; node; node = node->next) {
        if (__VERIFIER_nondet_int()) {
            free(node->part);
            node->part = NULL;
        }
    }
    *common = 1;
    common = NULL; // BUG: leak
    return 0;
}
