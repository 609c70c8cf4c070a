// Nodes overlap: the second begins inside the first; a cyclic graph.
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
        struct graph_node *node = malloc(4 * sizeof(void *));
        if (!node)
            abort();
        node->val = n;
        node->next = (struct graph_node *)&node->next; // BUG: make_graph: points into its own node
        node->other = graph->other;
        node->next->other = graph; // BUG: make_graph: overwrites what is no node
        graph->next = node; // BUG: make_graph: a graph of overlapping nodes
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
