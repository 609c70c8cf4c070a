// Nodes are inserted in order by recursion on the addresses of links, the first of them in a local variable.
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

static void insert(struct node **at, struct node *node)
{
    if (!*at || (*at)->value >= node->value) {
        node->next = *at;
        *at = node;
        return;
    }
    insert(&(*at)->next, node);
}

int main(void)
{
    struct node *sorted = NULL, *list = create();
    while (list) {
        struct node *node = list;
        list = list->next;
        insert(&sorted, node);
    }
    destroy(sorted);
    return 0;
}
