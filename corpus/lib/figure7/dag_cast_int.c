// A pointer is made from an integer; a DAG.
// command: lib
// functions: 3
#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
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

void program(int n, int m, int v)
{
    struct dag_node *dag = make_dag(n);
    if (dag)
        dag->right = (struct dag_node *)(long)v; // BUG: program: an integer is no node
    set(dag, (unsigned)n, m, v); // BUG: program: the link is no node
}
