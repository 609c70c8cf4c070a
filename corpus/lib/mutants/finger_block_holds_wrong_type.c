// A block is filled as one type and given to a function as another.
// command: lib
// functions: 2
#include <stdlib.h>

struct node {
    int arity;
    long length;
    long element;
    struct node *t0;
    struct node *t1;
    struct node *t2;
};

struct digit {
    int count;
    long length;
    struct node *t0;
    struct node *t1;
    struct node *t2;
    struct node *t3;
};

struct seq {
    long length;
    struct node *single;
    struct digit *left;
    struct seq *middle;
    struct digit *right;
};

static long digit_first(const struct digit *digit)
{
    return digit && digit->t0 ? digit->t0->length : 0; // BUG: count: the element is taken for a node
}

long count(long element)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->arity = 0;
    node->length = 1;
    node->element = element;
    node->t0 = NULL;
    node->t1 = NULL;
    node->t2 = NULL;
    return digit_first((struct digit *)node); // BUG: count: a node is no digit
}
