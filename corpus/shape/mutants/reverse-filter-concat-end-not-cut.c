// A node that is moved keeps its old successor.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *list)
{
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

static void split(struct node *list, struct node **negative, struct node **rest)
{
    while (list) {
        struct node *node = list;
        list = list->next;
        if (node->value < 0) {
            *negative = node;
            negative = &node->next;
        } else {
            *rest = node;
            rest = &node->next;
        }
    }
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    struct node *negative = NULL, *rest = NULL;
    split(reverse(list), &negative, &rest);
    struct node **end = &negative;
    while (*end)
        end = &(*end)->next;
    *end = rest;
    while (negative) {
        struct node *next = negative->next; // BUG: use-after-free
        free(negative);
        negative = next;
    }
    return 0;
}
