// A stack is emptied by counting, not by looking for its end.
// verdict: safe
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
    }
    while (size > 0) {
        struct node *node = top;

        top = node->next;
        free(node);
        size--;
    }
    return 0;
}
