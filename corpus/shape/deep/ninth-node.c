// The walk that releases every ninth node forgets to unlink it: only a list of nine nodes or more shows it.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
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
    int count = 0;
    for (struct node *node = list; node;) {
        struct node *next = node->next;
        count++;
        if (count == 9)
            free(node);
        node = next; // BUG: leak
    }
    while (list) {
        struct node *next = list->next; // BUG: use-after-free
        free(list);
        list = next;
    }
    return 0;
}
