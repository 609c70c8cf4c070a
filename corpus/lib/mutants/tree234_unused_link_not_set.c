// The links that a small node does not use are not set.
// command: lib
// functions: 1
#include <stdlib.h>

struct tree {
    int count;
    struct tree *t0;
    long e0;
    struct tree *t1;
    long e1;
    struct tree *t2;
    long e2;
    struct tree *t3;
};

struct tree *node2(struct tree *t0, long e0, struct tree *t1)
{
    struct tree *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->count = 1;
    node->t0 = t0;
    node->e0 = e0;
    node->t1 = t1;
    node->t2 = NULL;
    return node; // BUG: node2: `t3` is not set
}
