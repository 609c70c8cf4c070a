// Arithmetic on a pointer to a node; a linked list.
// command: lib
// functions: 3
#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

struct list_node *make_list(int n)
{
    struct list_node *xs = NULL;
    while (n-- > 0) {
        struct list_node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->val = n;
        node->next = xs;
        xs = node;
    }
    return xs;
}

void set(struct list_node *xs, int n, int v)
{
    while (xs && n-- > 0)
        xs = xs->next;
    if (xs)
        xs->val = v;
}

void program(int n, int m, int v)
{
    struct list_node *xs = make_list(n);
    if (!xs)
        return;
    (xs - 3)->next = NULL; // BUG: program: before the node
    set(xs, m, v);
}
