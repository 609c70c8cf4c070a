// Lists of lists: an inner list that grew beyond four nodes is cut, and what is cut off is lost.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *items;
};

static struct inner *items(void)
{
    struct inner *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct inner *item = malloc(sizeof *item);
        if (!item)
            break;
        item->next = list;
        list = item;
    }
    return list;
}

static void cut(struct inner *list)
{
    int count = 1;
    while (list && count < 4) {
        list = list->next;
        count++;
    }
    if (list)
        list->next = NULL; // BUG: leak
}

int main(void)
{
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        if (!outer)
            break;
        outer->items = items();
        outer->next = all;
        all = outer;
    }
    for (struct outer *outer = all; outer; outer = outer->next)
        cut(outer->items);
    while (all) {
        struct outer *next = all->next;
        while (all->items) {
            struct inner *rest = all->items->next;
            free(all->items);
            all->items = rest;
        }
        free(all);
        all = next;
    }
    return 0;
}
