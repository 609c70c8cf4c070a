// All hashes in a list lie in a window above a base that is read once.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int hash;
    struct node *next;
};

static void add(struct node **list, int hash)
{
    struct node *node = malloc(sizeof *node);
    node->hash = hash;
    node->next = *list;
    *list = node;
}

int main(void)
{
    struct node *list = NULL;
    int base = __VERIFIER_nondet_int();
    if (base < 0 || base > 1000000)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int hash = __VERIFIER_nondet_int();
        if (hash >= base && hash < base + 100)
            add(&list, hash);
    }
    for (; list; list = list->next)
        if (list->hash < base || list->hash >= base + 100)
            __VERIFIER_error();
    return 0;
}
