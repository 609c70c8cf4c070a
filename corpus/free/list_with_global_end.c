// Frees the nodes of a list up to its end, which is a global object.
// verdict: safe
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node end;

int main(void) {
    struct node *head = malloc(sizeof *head);
    if (!head)
        return 1;
    head->next = &end;
    for (struct node *p = head, *next; p != &end; p = next) {
        next = p->next;
        free(p);
    }
    return 0;
}
