// Exchanging with the last node writes behind the list.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->prev = NULL;
        node->next = list;
        if (list)
            list->prev = node;
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
        struct node *node = list;
        while (node && node->next) {
            struct node *next = node->next;
            if (node->value > next->value) {
                node->next = next->next;
                next->next->prev = node; // BUG: null-deref
                next->prev = node->prev;
                if (node->prev)
                    node->prev->next = next;
                else
                    list = next;
                next->next = node;
                node->prev = next;
                swapped = 1;
            } else {
                node = next;
            }
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
