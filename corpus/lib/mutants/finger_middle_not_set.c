// The middle of a short sequence is not set.
// command: lib
// functions: 1
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

struct seq *deep(struct digit *left, struct digit *right)
{
    struct seq *seq = malloc(sizeof *seq);
    if (!seq)
        abort();
    seq->length = (left ? left->length : 0) + (right ? right->length : 0);
    seq->single = NULL;
    seq->left = left;
    seq->right = right;
    return seq; // BUG: deep: `middle` is not set
}
