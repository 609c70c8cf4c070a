// Stops freeing one node before the cycle is closed.
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
    while (node != first && node->next != first) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    free(first);
} // BUG: leak

int main(void)
{
    struct node *first = create_cyclic();
    if (!first)
        return 1;
    reverse_behind(first);
    destroy_cyclic(first);
    return 0;
}
