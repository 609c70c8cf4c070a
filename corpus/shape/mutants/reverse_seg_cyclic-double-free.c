// Frees the first node as part of the cycle and once more by itself.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *create_cyclic(void)
{
    struct node *first = malloc(sizeof *first);
    if (!first)
        return NULL;
    first->value = 0;
    first->next = first;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = first->next;
        first->next = node;
    }
    return first;
}

static void reverse_behind(struct node *first)
{
    struct node *reversed = first;
    struct node *node = first->next;
    while (node != first) {
        struct node *next = node->next;
        node->next = reversed;
        reversed = node;
        node = next;
    }
    first->next = reversed;
}

static void destroy_cyclic(struct node *first)
{
    struct node *node = first->next;
    do {
        struct node *next = node->next;
        int last = node == first;
        free(node);
        if (last)
            break;
        node = next;
    } while (1);
    free(first); // BUG: double-free
}

int main(void)
{
    struct node *first = create_cyclic();
    if (!first)
        return 1;
    reverse_behind(first);
    destroy_cyclic(first);
    return 0;
}
