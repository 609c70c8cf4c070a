// The left digit is returned as the rest of the sequence.
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

struct seq *rest(const struct seq *seq)
{
    if (!seq || seq->single)
        return NULL;
    return seq->middle ? seq->middle : (struct seq *)seq->left; // BUG: rest: a digit is no sequence
} // BUG: rest: what is returned is wrong
