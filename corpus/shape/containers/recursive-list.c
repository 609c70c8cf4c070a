// A singly-linked list that is built, measured, copied and freed by recursion.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void)
{
    if (!__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = __VERIFIER_nondet_int();
    node->next = build();
    return node;
}

static unsigned length(const struct node *list)
{
    return list ? 1 + length(list->next) : 0;
}

static struct node *copy(const struct node *list)
{
    if (!list)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = list->value;
    node->next = copy(list->next);
    return node;
}

static void destroy(struct node *list)
{
    if (list) {
        destroy(list->next);
        free(list);
    }
}

int main(void)
{
    struct node *list = build();
    struct node *other = copy(list);
    unsigned sum = length(list) + length(other);
    destroy(list);
    destroy(other);
    return sum == 0;
}
