// A reversed node is freed while its predecessor still points to it.
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
        if (next == first && reversed != first) {
            node->next = reversed;
            first->next = node;
            free(reversed); // BUG: leak
            return;
        }
        reversed = node;
        node = next;
    }
    first->next = reversed;
}

static void destroy_cyclic(struct node *first)
{
    struct node *node = first->next;
    while (node != first) {
        struct node *next = node->next; // BUG: use-after-free
        free(node);
        node = next;
    }
    free(first);
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
