// A digit gets the block of a sequence.
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

struct digit *digit1(struct node *t0)
{
    struct digit *digit = malloc(sizeof(struct seq)); // BUG: digit1: too small
    if (!digit)
        abort();
    digit->count = 1;
    digit->length = t0 ? t0->length : 0;
    digit->t0 = t0;
    digit->t1 = NULL;
    digit->t2 = NULL;
    digit->t3 = NULL; // BUG: digit1: outside the block
    return digit; // BUG: digit1: an incomplete digit
}
