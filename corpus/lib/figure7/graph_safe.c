// The safe program; a cyclic graph.
// command: lib
// functions: 3
#include <stdlib.h>

struct graph_node {
    int val;
    struct graph_node *next;
    struct graph_node *other;
};

struct graph_node *make_graph(int n)
{
    struct graph_node *graph = malloc(sizeof *graph);
    if (!graph)
        abort();
    graph->val = 0;
    graph->next = graph;
    graph->other = graph;
    while (n-- > 1) {
        struct graph_node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->val = n;
        node->next = graph->next;
        node->other = n % 3 ? graph->other : graph;
        graph->next = node;
        if (n % 2)
            graph->other = node;
    }
    return graph;
}

void set(struct graph_node *graph, unsigned path, int n, int v)
{
    while (graph && n-- > 0) {
        graph = path & 1 ? graph->other : graph->next;
        path >>= 1;
    }
    if (graph)
        graph->val = v;
}

void program(int n, int m, int v)
{
    struct graph_node *graph = make_graph(n);
    set(graph, (unsigned)n, m, v);
}
