// A skip list of two levels: the upper level skips some nodes of the lower one.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
    struct node *skip; // the next node on the upper level; only of nodes on it
};

static struct node *make(int key)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->key = key;
    node->next = NULL;
    node->skip = NULL;
    return node;
}

static void insert(struct node *first, int key)
{
    struct node *upper = first;
    while (upper->skip && upper->skip->key < key)
        upper = upper->skip;
    struct node *lower = upper;
    while (lower->next != upper->skip && lower->next->key < key)
        lower = lower->next;
    struct node *node = make(key);
    node->next = lower->next;
    lower->next = node;
    if (__VERIFIER_nondet_int()) {
        node->skip = upper->skip;
        upper->skip = node;
    }
}

static int contains(struct node *first, int key)
{
    struct node *node = first;
    while (node->skip && node->skip->key <= key)
        node = node->skip;
    while (node && node->key < key)
        node = node->next;
    return node && node->key == key;
}

int main(void)
{
    struct node *first = make(-1000000);
    while (__VERIFIER_nondet_int())
        insert(first, __VERIFIER_nondet_int());
    contains(first, 5);
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
