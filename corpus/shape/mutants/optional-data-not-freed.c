// Optional data is freed only if the next node has some too.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->data = NULL;
        if (__VERIFIER_nondet_int()) {
            node->data = malloc(sizeof *node->data);
            if (node->data)
                *node->data = 1;
        }
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        if (node->data)
            ++*node->data;
    while (list) {
        struct node *next = list->next;
        if (!next || next->data)
            free(list->data);
        free(list); // BUG: leak
        list = next;
    }
    return 0;
}
