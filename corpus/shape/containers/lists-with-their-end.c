// Lists of lists: each node of a lower list points to the last one of its list, also while that is freed.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    struct item *end;
};

struct list {
    struct list *next;
    struct item *items;
};

static struct item *push(struct item *items, struct item *end)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return items;
    item->next = items;
    item->end = end ? end : item;
    return item;
}

static struct item *fill(void)
{
    struct item *end = push(NULL, NULL);
    if (!end)
        return NULL;
    struct item *items = end;
    while (__VERIFIER_nondet_int())
        items = push(items, end);
    return items;
}

int main(void)
{
    struct list *lists = NULL;
    while (__VERIFIER_nondet_int()) {
        struct list *list = malloc(sizeof *list);
        if (!list)
            break;
        list->items = fill();
        list->next = lists;
        lists = list;
    }
    while (lists) {
        while (lists->items) {
            struct item *next = lists->items->next;
            free(lists->items);
            lists->items = next;
        }
        struct list *next = lists->next;
        free(lists);
        lists = next;
    }
    return 0;
}
