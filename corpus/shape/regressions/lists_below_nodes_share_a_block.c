// The nodes of the lists below the nodes of a list lead to one block. All of those lists may lose all their nodes, and
// then nothing leads to the block but a variable.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int *common;
};

struct node {
    struct node *next;
    struct item *items;
};

static struct node *list;

static struct item *add(struct item *items, int *common)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->common = common;
    item->next = items;
    return item;
}

int main(void)
{
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    do {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->items = add(NULL, common);
        while (__VERIFIER_nondet_int())
            node->items = add(node->items, common);
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    if (!list->next || !list->next->next)
        abort();
    for (struct node *node = list; node; node = node->next) {
        while (node->items && __VERIFIER_nondet_int()) {
            struct item *next = node->items->next;
            free(node->items);
            node->items = next;
        }
    }
    *common = 1;
    common = NULL; // BUG: leak
    return 0;
}
