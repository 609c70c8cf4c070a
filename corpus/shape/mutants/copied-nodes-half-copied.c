// The copy of a node misses its links, which are written back as zeros.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    char name[24];
};

int main(void)
{
    struct node blank, *list = NULL;
    memset(&blank, 0, sizeof blank);
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        memcpy(node, &blank, sizeof *node);
        node->next = list;
        if (list)
            list->prev = node;
        list = node;
    }
    for (struct node *node = list; node; node = node->next) {
        struct node copy = blank;
        memset(copy.name, 'x', sizeof copy.name - 1);
        if (node->next)
            *node = copy; // BUG: leak
    }
    while (list) {
        struct node copy;
        memcpy(&copy, list, sizeof copy);
        free(list);
        list = copy.next;
        if (list)
            list->prev = NULL;
    }
    return 0;
}
