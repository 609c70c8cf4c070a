// A counter of one byte starts again at 0 after 255 nodes.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    unsigned char size = 0;

    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);

        if (!node)
            break;
        node->next = top;
        top = node;
        size++;
    }
    while (size > 0) {
        struct node *node = top;

        top = node->next;
        free(node);
        size--;
    }
    return 0;
} // BUG: leak
