// A parent is freed before its children, who still look at it.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct parent;

struct child {
    struct child *next;
    struct parent *parent;
};

struct parent {
    struct parent *next;
    struct parent *prev;
    struct child *children;
    int count;
};

static void add_child(struct parent *parent)
{
    struct child *child = malloc(sizeof *child);
    if (!child)
        return;
    child->parent = parent;
    child->next = parent->children;
    parent->children = child;
}

int main(void)
{
    struct parent *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct parent *parent = malloc(sizeof *parent);
        if (!parent)
            break;
        parent->children = NULL;
        parent->count = 0;
        parent->prev = NULL;
        parent->next = list;
        if (list)
            list->prev = parent;
        list = parent;
        while (__VERIFIER_nondet_int())
            add_child(parent);
    }
    for (struct parent *parent = list; parent; parent = parent->next)
        for (struct child *child = parent->children; child; child = child->next)
            child->parent->count++;
    while (list) {
        struct parent *parent = list;
        list = parent->next;
        if (list)
            list->prev = NULL;
        struct child *first = parent->children;
        if (first && !first->next) {
            free(parent);
            first->parent->count = 0; // BUG: use-after-free
            free(first);
            continue;
        }
        while (parent->children) {
            struct child *next = parent->children->next;
            free(parent->children);
            parent->children = next;
        }
        free(parent);
    }
    return 0;
}
