// Removes the middle node of a doubly linked list without updating the link back to it.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *prev, *next;
    int value;
};

static struct node *append(struct node *last, int value) {
    struct node *node = malloc(sizeof *node);
    node->prev = last;
    node->next = NULL;
    node->value = value;
    if (last)
        last->next = node;
    return node;
}

int main(void) {
    struct node *a = append(NULL, 1), *b = append(a, 2), *c = append(b, 3);
    a->next = c;
    free(b);
    int value = c->prev->value; // BUG: use-after-free
    free(c);
    free(a);
    return value;
}
