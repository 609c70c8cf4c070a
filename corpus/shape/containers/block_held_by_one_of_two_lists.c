// All nodes lead to one block, and any number of them moves from one list to another: one of the lists has a node that
// holds the block, whichever that is.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *common;
};

static struct node *waiting, *done;

static void drop(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    int *common = malloc(sizeof *common);
    if (!common)
        return 1;
    do {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->common = common;
        node->next = waiting;
        waiting = node;
    } while (__VERIFIER_nondet_int());
    common = NULL;
    while (waiting && __VERIFIER_nondet_int()) {
        struct node *node = waiting;
        waiting = node->next;
        node->next = done;
        done = node;
    }
    common = waiting ? waiting->common : done->common;
    drop(waiting);
    drop(done);
    free(common);
    return 0;
}
