// A list is reversed by a recursion that carries what is done.
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

static struct node *reverse(struct node *list, struct node *done)
{
    if (!list)
        return done;
    struct node *next = list->next;
    list->next = done;
    return reverse(next, list);
}

int main(void)
{
    struct node *list = reverse(create(), NULL);
    destroy(list);
    return 0;
}
