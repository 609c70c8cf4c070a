// A skip list of three levels, built behind a sentinel; the levels are walked from the top.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next[3];
};

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->key = key;
    node->next[0] = node->next[1] = node->next[2] = NULL;
    return node;
}

static void insert(struct node *first, int key)
{
    struct node *top = first;
    while (top->next[2] && top->next[2]->key < key)
        top = top->next[2];
    struct node *middle = top;
    while (middle->next[1] != top->next[2] && middle->next[1]->key < key)
        middle = middle->next[1];
    struct node *bottom = middle;
    while (bottom->next[0] != middle->next[1] && bottom->next[0]->key < key)
        bottom = bottom->next[0];
    struct node *node = make(key);
    node->next[0] = bottom->next[0];
    bottom->next[0] = node;
    if (__VERIFIER_nondet_int()) {
        node->next[1] = middle->next[1];
        middle->next[1] = node;
        if (__VERIFIER_nondet_int()) {
            node->next[2] = top->next[2];
            top->next[2] = node;
        }
    }
}

int main(void)
{
    struct node *first = make(-1000000);
    while (__VERIFIER_nondet_int())
        insert(first, __VERIFIER_nondet_int());
    unsigned sum = 0;
    for (struct node *node = first; node; node = node->next[2])
        sum += node->key;
    while (first) {
        struct node *next = first->next[0];
        free(first);
        first = next;
    }
    return sum == 1;
}
