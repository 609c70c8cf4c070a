// Exchanging two nodes loses what is behind them.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct node *sort(struct node *list)
{
    int swapped;
    do {
        swapped = 0;
        struct node **link = &list;
        while (*link && (*link)->next) {
            struct node *first = *link;
            struct node *second = first->next;
            if (first->value > second->value) {
                first->next = NULL;
                second->next = first; // BUG: leak
                *link = second;
                swapped = 1;
            }
            link = &(*link)->next;
        }
    } while (swapped);
    return list;
}

int main(void)
{
    struct node *list = create();
    list = sort(list);
    destroy(list);
    return 0;
}
