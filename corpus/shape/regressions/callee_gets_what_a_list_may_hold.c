// All nodes of a list of the caller lead to a block, and a recursive function gets the only other pointer to it. Where
// the list is empty the block is lost when that function returns, whatever the caller does.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *common;
};

struct list {
    struct node *first;
};

static void push(struct list *list, int *common)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->common = common;
    node->next = list->first;
    list->first = node;
}

static void pop(struct list *list)
{
    struct node *next = list->first->next;
    free(list->first);
    list->first = next;
}

static int *taken_from(int **box)
{
    int *common = *box;
    free(box);
    return common;
}

static void count(int *common)
{
    if (__VERIFIER_nondet_int())
        return; // BUG: leak
    *common = 1;
    count(common);
} // BUG: leak

int main(void)
{
    struct list list = {NULL};
    int **box = malloc(sizeof *box);
    if (!box)
        return 1;
    *box = malloc(sizeof **box);
    if (!*box)
        abort();
    while (__VERIFIER_nondet_int())
        push(&list, *box);
    if (!list.first || !list.first->next || !list.first->next->next)
        abort();
    while (__VERIFIER_nondet_int()) {
        if (!list.first)
            abort();
        pop(&list);
    }
    count(taken_from(box));
    abort();
}
