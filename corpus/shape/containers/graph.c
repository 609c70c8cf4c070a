// Vertices on a list, each with a list of edges that point to other vertices of the list.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vertex;

struct edge {
    struct edge *next;
    struct vertex *target;
};

struct vertex {
    struct vertex *next;
    struct edge *edges;
    int mark;
};

static struct vertex *pick(struct vertex *list)
{
    while (list->next && __VERIFIER_nondet_int())
        list = list->next;
    return list;
}

int main(void)
{
    struct vertex *vertices = NULL;
    while (__VERIFIER_nondet_int()) {
        struct vertex *vertex = malloc(sizeof *vertex);
        if (!vertex)
            break;
        vertex->mark = 0;
        vertex->edges = NULL;
        vertex->next = vertices;
        vertices = vertex;
    }
    while (vertices && __VERIFIER_nondet_int()) {
        struct vertex *source = pick(vertices);
        struct edge *edge = malloc(sizeof *edge);
        if (!edge)
            break;
        edge->target = pick(vertices);
        edge->next = source->edges;
        source->edges = edge;
    }
    for (struct vertex *vertex = vertices; vertex; vertex = vertex->next)
        for (struct edge *edge = vertex->edges; edge; edge = edge->next)
            edge->target->mark = 1;
    while (vertices) {
        struct vertex *next = vertices->next;
        while (vertices->edges) {
            struct edge *edge = vertices->edges;
            vertices->edges = edge->next;
            free(edge);
        }
        free(vertices);
        vertices = next;
    }
    return 0;
}
