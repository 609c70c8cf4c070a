// A node that is in its place already is taken out and put back: behind it there may be nothing.
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
    struct node *node = list ? list->next : NULL;
    while (node) {
        struct node *next = node->next;
        struct node *place = node->prev;
        if (place->value >= node->value) {
            place->next = next;
            if (next)
                next->prev = place;
            while (place && place->value > node->value)
                place = place->prev;
            if (place) {
                node->next = place->next;
                place->next->prev = node; // BUG: null-deref
                place->next = node;
            } else {
                node->next = list;
                list->prev = node;
                list = node;
            }
            node->prev = place;
        }
        node = next;
    }
    return list;
}

int main(void)
{
    struct node *list = create();
    list = sort(list);
    destroy(list);
    return 0;
}
