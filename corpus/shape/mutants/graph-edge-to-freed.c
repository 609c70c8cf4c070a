// A vertex is freed while edges of others still lead to it.
// verdict: unsafe
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
    if (vertices && !vertices->edges) {
        struct vertex *first = vertices;
        vertices = first->next;
        free(first);
    }
    for (struct vertex *vertex = vertices; vertex; vertex = vertex->next)
        for (struct edge *edge = vertex->edges; edge; edge = edge->next)
            edge->target->mark = 1; // BUG: use-after-free
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
