// The seventh node is counted twice, so one too many is taken off.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    size_t size = 0;

    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);

        if (!node)
            break;
        node->next = top;
        top = node;
        size++;
        if (size == 7)
            size++;
    }
    while (size > 0) {
        struct node *node = top;

        top = node->next; // BUG: null-deref
        free(node);
        size--;
    }
    return 0;
}
