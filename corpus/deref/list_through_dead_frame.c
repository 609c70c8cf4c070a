// A list on the heap keeps a node that lived on the stack of a function that returned.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static void add_sentinel(struct node *head) {
    struct node sentinel = {0, -1};
    head->next = &sentinel;
}

int main(void) {
    struct node *head = malloc(sizeof *head);
    add_sentinel(head);
    int value = head->next->value; // BUG: use-after-scope
    free(head);
    return value;
}
