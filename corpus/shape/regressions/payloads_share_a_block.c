// Each node of a list has a part of its own, and all parts lead to one block. Freeing the last node with its part loses
// that block.
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

int main(void)
{
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->part = malloc(sizeof *node->part);
        if (!node->part)
            abort();
        node->part->common = common;
        node->next = list;
        list = node;
    }
    if (!list || !list->next || !list->next->next)
        exit(0);
    common = NULL;
    while (list) {
        struct node *next = list->next;
        struct part *part = list->part;
        free(list);
        free(part); // BUG: leak
        list = next;
    }
    return 0;
}
