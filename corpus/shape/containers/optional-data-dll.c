// Doubly-linked nodes, each with up to two optional blocks; blocks move between the nodes.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    char *first;
    char *second;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node)
            break;
        if (__VERIFIER_nondet_int())
            node->first = malloc(1);
        if (__VERIFIER_nondet_int())
            node->second = malloc(2);
        node->next = list;
        if (list)
            list->prev = node;
        list = node;
    }
    for (struct node *node = list; node && node->next; node = node->next) {
        char *first = node->first;
        node->first = node->next->first;
        node->next->first = first;
    }
    while (list) {
        struct node *next = list->next;
        free(list->first);
        free(list->second);
        free(list);
        list = next;
        if (list)
            list->prev = NULL;
    }
    return 0;
}
