// When two lists are merged, the recursion steps on in both of them and loses a node.
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

static struct node *merge(struct node *a, struct node *b)
{
    if (!a)
        return b;
    if (!b)
        return a;
    if (a->value < b->value) {
        a->next = merge(a->next, b); // BUG: leak
        return a;
    }
    b->next = merge(a->next, b->next);
    return b;
} // BUG: leak

int main(void)
{
    struct node *list = merge(create(), create());
    destroy(list);
    return 0;
}
