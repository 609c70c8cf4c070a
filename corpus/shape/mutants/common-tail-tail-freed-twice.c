// Both lists are freed to their end.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *prepend(struct node *list)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    return list;
}

static void free_until(struct node *list, struct node *end)
{
    while (list != end) {
        struct node *next = list->next; // BUG: use-after-free
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *tail = prepend(NULL);
    struct node *a = prepend(tail);
    struct node *b = prepend(tail);
    free_until(a, tail);
    free_until(b, NULL);
    free_until(tail, NULL);
    return 0;
}
