// A list whose nodes have a pointer into their own data; any of them is moved on while there is room.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char *at;
    char data[64];
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->at = node->data;
        node->next = list;
        list = node;
    }
    while (__VERIFIER_nondet_int()) {
        struct node *node = list;
        while (node && __VERIFIER_nondet_int())
            node = node->next;
        if (node && node->at < node->data + 56)
            node->at += 8;
    }
    while (list) {
        struct node *node = list;
        *node->at = 1;
        list = node->next;
        free(node);
    }
    return 0;
}
