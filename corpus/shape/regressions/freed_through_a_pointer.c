// The first node of a list is freed by a function pointer to `free`, and the others are lost.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void (*release)(void *) = free;

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    for (int i = 0; i < 6; i++) {
        if (!list)
            exit(0);
        struct node *next = list->next;
        release(list);
        list = next;
    }
    if (list)
        release(list); // BUG: leak
    return 0;
}
