// The list does not start empty: its pointer was never set.
// verdict: unsafe
// malloc: ok
// sanitizers: blind, because the stack may hold zeros
#include <stdlib.h>

struct node {
    int number;
    struct node *next;
};

static void push(struct node **list) {
    struct node *node = malloc(sizeof *node);
    node->number = *list ? (*list)->number + 1 : 0; // BUG: invalid-pointer
    node->next = *list;
    *list = node;
}

int main(void) {
    struct node *list;
    push(&list);
    free(list);
    return 0;
}
