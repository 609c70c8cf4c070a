// The nodes at the end of a list share one object, those in front have one of their own; freeing the object with each
// node frees the shared one once too often.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *data;
};

static struct node *push(struct node *list, int *data)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = list;
    node->data = data;
    return node;
}

static int *number(void)
{
    int *number = malloc(sizeof *number);
    if (!number)
        exit(1);
    *number = 0;
    return number;
}

int main(void)
{
    struct node *list = push(NULL, number());
    while (__VERIFIER_nondet_int())
        list = push(list, list->data);
    while (__VERIFIER_nondet_int())
        list = push(list, number());
    while (list) {
        struct node *next = list->next;
        free(list->data); // BUG: double-free
        free(list);
        list = next;
    }
    return 0;
}
