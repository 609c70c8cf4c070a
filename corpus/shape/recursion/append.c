// A list is appended to another by recursion.
// verdict: safe
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

static struct node *append(struct node *list, struct node *other)
{
    if (!list)
        return other;
    list->next = append(list->next, other);
    return list;
}

int main(void)
{
    struct node *list = create(), *other = create();
    list = append(list, other);
    destroy(list);
    return 0;
}
