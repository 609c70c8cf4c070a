// A node that belongs in front loses the sorted ones.
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
    struct node *sorted = NULL;
    while (list) {
        struct node *node = list;
        list = list->next;
        struct node **place = &sorted;
        while (*place && (*place)->value < node->value)
            place = &(*place)->next;
        node->next = place == &sorted ? NULL : *place;
        *place = node; // BUG: leak
    }
    return sorted;
}

int main(void)
{
    struct node *list = create();
    list = sort(list); // BUG: leak
    destroy(list);
    return 0;
}
