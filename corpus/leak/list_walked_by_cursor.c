// Counts a list with a cursor and frees it from the head.
// verdict: safe
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->next = head;
        head = node;
    }
    int length = 0;
    for (struct node *p = head; p; p = p->next)
        length++;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return length - 3;
}
