// A node of one type is given to a function for another; a DAG.
// command: lib
// functions: 4
#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
};

struct wide_node {
    int val;
    int more[6];
    struct wide_node *next;
};

struct dag_node *make_dag(int n)
{
    struct dag_node *dag = NULL;
    while (n-- > 0) {
        struct dag_node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->val = n;
        node->left = dag;
        node->right = dag;
        dag = node;
    }
    return dag;
}

void set(struct dag_node *dag, unsigned path, int n, int v)
{
    while (dag && n-- > 0) {
        dag = path & 1 ? dag->right : dag->left;
        path >>= 1;
    }
    if (dag)
        dag->val = v;
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
    struct dag_node *dag = make_dag(n);
    set_wide((struct wide_node *)dag, m, v); // BUG: program: a smaller node of another type
}
