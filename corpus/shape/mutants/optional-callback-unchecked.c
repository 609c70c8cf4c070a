// A handler is called without a look whether there is one.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node;
typedef int (*handler)(struct node *node);

struct node {
    struct node *next;
    handler handle;
    int count;
};

static int up(struct node *node)
{
    return ++node->count;
}

static int down(struct node *node)
{
    return --node->count;
}

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            node->handle = up;
            break;
        case 1:
            node->handle = down;
            break;
        default:
            node->handle = NULL;
        }
        node->count = 0;
        node->next = list;
        list = node;
    }
    return list;
}

int main(void)
{
    struct node *list = create();
    while (__VERIFIER_nondet_int())
        for (struct node *node = list; node; node = node->next) {
            node->handle(node); // BUG: null-deref
            if (node->handle == up)
                node->handle = NULL;
        }
    for (struct node *node = list; node; node = node->next)
        assert(!node->handle || node->handle == up || node->handle == down);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
