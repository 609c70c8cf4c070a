// Counts a list by advancing its only head.
// verdict: unsafe
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
    while (head) {
        length++;
        head = head->next; // BUG: leak
    }
    return length - 3;
}
