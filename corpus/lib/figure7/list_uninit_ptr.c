// A link is never set; a linked list.
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
    while (n-- > 0) { // BUG: make_list: a link is not set
        struct list_node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->val = n;
        xs = node; // BUG: make_list: the link `next` is not set
    }
    return xs; // BUG: make_list: a link is not set
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
