// A link is never set; a cyclic graph.
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
    while (n-- > 1) { // BUG: make_graph: a link is not set
        struct graph_node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->val = n;
        node->next = graph->next;
        graph->next = node; // BUG: make_graph: the link `other` is not set
        if (n % 2)
            graph->other = node;
    }
    return graph; // BUG: make_graph: a link is not set
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
