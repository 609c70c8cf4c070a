// Unlinks nodes from a list through a pointer to the link, and frees them.
// verdict: safe
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

static void discard(struct node **head, int value) {
    for (struct node **link = head; *link;) {
        struct node *node = *link;
        if (node->value == value) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
}

int main(void) {
    struct node *head = cons(1, cons(2, cons(1, cons(3, NULL))));
    for (int value = 1; value <= 3; value++)
        discard(&head, value);
    return head != NULL;
}
