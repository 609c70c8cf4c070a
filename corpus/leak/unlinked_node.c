// Unlinks a node from a list and forgets to free it.
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

static void discard(struct node *head, int value) {
    for (struct node *p = head; p->next; p = p->next)
        if (p->next->value == value) {
            p->next = p->next->next; // BUG: leak
            return;
        }
}

int main(void) {
    struct node *head = cons(1, cons(2, cons(3, NULL)));
    discard(head, 2);
    free(head->next);
    free(head);
    return 0;
}
