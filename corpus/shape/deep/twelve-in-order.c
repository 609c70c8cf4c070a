// Sorted insertion; a second walk that counts stops at the twelfth node and releases it without unlinking it.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void insert(struct node **list, struct node *node)
{
    while (*list && (*list)->value < node->value)
        list = &(*list)->next;
    node->next = *list;
    *list = node;
}

static void drop_twelfth(struct node *list)
{
    int count = 1;
    while (list && count < 12) {
        list = list->next;
        count++;
    }
    free(list); // BUG: leak
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        insert(&list, node);
    }
    drop_twelfth(list);
    while (list) {
        struct node *next = list->next; // BUG: use-after-free
        free(list);
        list = next;
    }
    return 0;
}
