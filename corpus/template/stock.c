// No order in a list of goods exceeds what is in stock.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct item {
    struct item *next;
    int stock, ordered;
};

int main(void)
{
    struct item *items = NULL;
    while (__VERIFIER_nondet_int()) {
        int stock = __VERIFIER_nondet_int();
        if (stock < 0 || stock > 1000)
            continue;
        struct item *item = malloc(sizeof *item);
        item->stock = stock;
        item->ordered = 0;
        item->next = items;
        items = item;
    }
    struct item *item = items;
    while (item) {
        int order = __VERIFIER_nondet_int();
        if (order < 0 || order > item->stock)
            continue;
        item->ordered = order;
        item = item->next;
    }
    for (item = items; item; item = item->next)
        if (item->ordered > item->stock)
            __VERIFIER_error();
    return 0;
}
