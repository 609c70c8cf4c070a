// Compares the last node with the one behind it.
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
        for (struct node *node = list; node; node = node->next) {
            if (node->value > node->next->value) { // BUG: null-deref
                int value = node->value;
                node->value = node->next->value;
                node->next->value = value;
                swapped = 1;
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
