// The array of each node of a list is filled by one element too many.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define COUNT 100

struct node {
    struct node *next;
    int values[COUNT];
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        for (int i = 0; i <= COUNT; i++)
            node->values[i] = i; // BUG: out-of-bounds
        list = node;
    }
    return list;
}

int main(void)
{
    struct node *list = create();
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
