// A recursion calls functions through a pointer for each node.
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

typedef void (*visit)(struct node *, void *);

static void each(struct node *list, visit visit, void *data)
{
    if (list) {
        visit(list, data);
        each(list->next, visit, data);
    }
}

static void count(struct node *node, void *data)
{
    (void)node;
    ++*(int *)data;
}

static void clear(struct node *node, void *data)
{
    (void)data;
    node->value = 0;
}

int main(void)
{
    struct node *list = create();
    int nodes = 0;
    each(list, count, &nodes);
    each(list, clear, NULL);
    destroy(list);
    return nodes;
}
