// The data of list nodes, which some nodes lack, is freed in a walk of its own: until the nodes are freed they hold
// pointers to nothing.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *data;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->data = __VERIFIER_nondet_int() ? malloc(sizeof *node->data) : NULL;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        free(node->data);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
