// Every node has two links to the next one: freeing what the second link leads to leaves the list with a freed node.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *data;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = head;
        node->data = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next; // BUG: use-after-free
        free(head->data); // BUG: leak
        free(head);
        head = next;
    }
    return 0;
}
