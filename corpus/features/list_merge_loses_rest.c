// Merges two lists and forgets what remains of the longer one.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *cons(int value, struct node *next) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node *merged, **link = &merged;
    while (a && b) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        *link = *smaller;
        link = &(*link)->next;
        *smaller = *link;
    }
    *link = NULL;
    return merged; // BUG: leak
}

int main(void) {
    struct node *list = merge(cons(1, cons(4, NULL)), cons(2, NULL));
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
