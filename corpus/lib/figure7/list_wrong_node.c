// A node of one type is given to a function for another; a linked list.
// command: lib
// functions: 4
#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

struct wide_node {
    int val;
    int more[6];
    struct wide_node *next;
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

void set_wide(struct wide_node *node, int n, int v)
{
    while (node && n-- > 0)
        node = node->next;
    if (node)
        node->more[5] = v;
}

void program(int n, int m, int v)
{
    struct list_node *xs = make_list(n);
    set_wide((struct wide_node *)xs, m, v); // BUG: program: a smaller node of another type
}
