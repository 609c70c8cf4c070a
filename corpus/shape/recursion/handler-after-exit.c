// A handler frees a list again that was freed before the program exits from a recursion.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static struct node *kept;

static void handler(void)
{
    free(kept); // BUG: double-free
}

static void walk(struct node *list)
{
    if (!list)
        exit(0);
    walk(list->next);
}

int main(void)
{
    struct node *list = create();
    kept = malloc(sizeof *kept);
    atexit(handler);
    free(kept);
    walk(list);
    return 0;
}
