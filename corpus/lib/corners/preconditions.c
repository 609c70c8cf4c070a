// Functions that are safe only if a parameter, or a link that can be reached from it, is not null; and their callers.
// command: lib
// functions: 15
// requires: value_of: node != NULL
// requires: second: node != NULL
// requires: either: a != NULL; b != NULL
// requires: on_one_path: node != NULL
// requires: after_loop: node != NULL
// requires: passes_on: node != NULL
// requires: apply: func != NULL; node != NULL
// requires: in_callee_of_callee: node != NULL
// requires: recursive: node != NULL
// requires: third: node->next->next != NULL
// requires: second_by_call: node->next != NULL
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int value_of(const struct node *node)
{
    return node->value;
}

int second(const struct node *node)
{
    return node->next ? node->next->value : 0;
}

int either(const struct node *a, const struct node *b, int first)
{
    return first ? a->value : b->value;
}

int on_one_path(const struct node *node, int wanted)
{
    if (!wanted)
        return 0;
    return node->value;
}

int after_loop(const struct node *node, int n)
{
    for (int i = 0; i < n; i++)
        n--;
    return node->value;
}

int passes_on(const struct node *node)
{
    return value_of(node);
}

int in_callee_of_callee(const struct node *node)
{
    return passes_on(node) + 1;
}

int apply(int (*func)(int), const struct node *node)
{
    return func(node->value);
}

int recursive(const struct node *node, int n)
{
    if (n <= 0)
        return node->value;
    return recursive(node, n - 1);
}

int checks(const struct node *node)
{
    return node ? value_of(node) : 0;
}

int always_set(void)
{
    struct node node = {1, NULL};
    return value_of(&node);
}

int third(const struct node *node)
{
    if (!node || !node->next)
        return 0;
    return node->next->next->value;
}

int unchecked_allocation(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value; // BUG: unchecked_allocation: the allocation may have failed
    node->next = NULL; // BUG: unchecked_allocation: the allocation may have failed
    free(node);
    return value;
}

int second_by_call(const struct node *node)
{
    return node ? value_of(node->next) : 0;
}

int walks_too_far(const struct node *node)
{
    while (node)
        node = node->next;
    return node->value; // BUG: walks_too_far: it is null
}
