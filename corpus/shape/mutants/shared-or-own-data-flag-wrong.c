// The flag says that the common object is owned.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int *data;
    int owned;
    struct node *next;
};

int main(void)
{
    int common = 0;
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->data = &common;
        node->owned = list != NULL;
        if (__VERIFIER_nondet_int()) {
            int *data = malloc(sizeof *data);
            if (data) {
                *data = 0;
                node->data = data;
                node->owned = 1;
            }
        }
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        *list->data = 1;
        if (list->owned)
            free(list->data); // BUG: invalid-free
        free(list);
        list = next;
    }
    return common;
}
