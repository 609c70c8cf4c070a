// Cuts a circular list before destroying it.
// verdict: safe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *last = malloc(sizeof *last);
    last->next = last;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = last->next;
        last->next = node;
        last = node;
    }
    struct node *p = last->next;
    last->next = NULL;
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    return 0;
}
