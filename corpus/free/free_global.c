// Frees a global object that serves as the end of a list.
// verdict: unsafe
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
    for (struct node *p = head, *next; p; p = next) {
        next = p->next;
        free(p); // BUG: invalid-free
    }
    return 0;
}
