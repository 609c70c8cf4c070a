// A recursion drops the copy of what follows some nodes.
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

static struct node *copy(const struct node *list)
{
    if (!list)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = list->value;
    node->next = NULL;
    if (node->value == 4)
        copy(list->next);
    else
        node->next = copy(list->next);
    return node;
} // BUG: leak

int main(void)
{
    struct node *list = create(), *other = copy(list);
    destroy(list);
    destroy(other);
    return 0;
}
