// A recursion frees nodes from the front, one of which the caller still holds.
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

static void drop(struct node **list)
{
    struct node *node = *list;
    if (!node)
        return;
    *list = node->next;
    free(node);
    if (__VERIFIER_nondet_int())
        drop(list);
}

int main(void)
{
    struct node *list = create();
    if (!list)
        return 0;
    struct node *held = list;
    drop(&list);
    int value = held->value; // BUG: use-after-free
    destroy(list);
    return value;
}
