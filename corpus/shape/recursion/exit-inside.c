// The program exits somewhere in a recursion, while all callers hold their nodes.
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

static void destroy_checked(struct node *list)
{
    if (list) {
        if (list->value == 7)
            exit(1);
        destroy_checked(list->next);
        free(list);
    }
}

int main(void)
{
    struct node *list = create(), *other = create();
    destroy_checked(list);
    destroy(other);
    return 0;
}
