// Nodes overlap: the second begins inside the first; a linked list.
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
        struct list_node *node = malloc(3 * sizeof(void *));
        if (!node)
            abort();
        node->val = n;
        node->next = (struct list_node *)&node->next; // BUG: make_list: points into its own node
        node->next->next = xs; // BUG: make_list: overwrites what is no node
        xs = node; // BUG: make_list: a list of overlapping nodes
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
    set(xs, m, v);
}
