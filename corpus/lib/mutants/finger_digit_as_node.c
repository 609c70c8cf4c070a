// A digit is stored as a node of the same size.
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

void set_single(struct seq *seq, struct digit *digit)
{
    if (seq && digit)
        seq->single = (struct node *)digit; // BUG: set_single: a digit is no node
} // BUG: set_single: the link is a digit
