// A local pointer is not set on every path; a DAG.
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
    struct dag_node *dag;
    if (n > 0)
        dag = make_dag(n);
    set(dag, (unsigned)n, m, v); // BUG: program: not set where n is not positive
}
